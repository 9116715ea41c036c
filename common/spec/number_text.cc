#include "common/spec/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace widthlab::spec {
namespace {

// Places the point among `digits`, whose value is 0.digits * 10^point (ECMA-262, Number::toString).
std::string Place(const std::string& digits, int point) {
  const int count = static_cast<int>(digits.size());
  if (count <= point && point <= 21) return digits + std::string(point - count, '0');
  if (0 < point && point <= 21) return digits.substr(0, point) + "." + digits.substr(point);
  if (-6 < point && point <= 0) return "0." + std::string(-point, '0') + digits;
  const int exponent = point - 1;
  std::string text = digits.substr(0, 1);
  if (count > 1) text += "." + digits.substr(1);
  return text + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

template <typename Float>
std::string Text(Float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0) return "0";
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof(buffer), std::fabs(value),
                                    std::chars_format::scientific);
  const std::string_view scientific(buffer, static_cast<size_t>(result.ptr - buffer));
  const size_t e = scientific.find('e');
  std::string digits(scientific.substr(0, 1));
  if (e > 2) digits += scientific.substr(2, e - 2);
  const int exponent = std::atoi(std::string(scientific.substr(e + 1)).c_str());
  return (value < 0 ? "-" : "") + Place(digits, exponent + 1);
}

}  // namespace

std::string NumberText(double value) { return Text(value); }
std::string NumberText(float value) { return Text(value); }

}  // namespace widthlab::spec
