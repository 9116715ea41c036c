#include "common/figure/number_text.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace widthlab::figure {
namespace {

std::string WithoutTrailingZeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

// Decimals that tell multiples of `step` apart.
int Decimals(double step) {
  for (int decimals = 0; decimals < 12; ++decimals) {
    const double scaled = step * std::pow(10.0, decimals);
    if (std::abs(scaled - std::round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 12;
}

}  // namespace

std::string CoordinateText(double value) {
  return WithoutTrailingZeros(absl::StrFormat("%.2f", value));
}

std::string ValueText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value == std::floor(value) && std::abs(value) < 1e15) {
    return absl::StrFormat("%d", static_cast<long long>(value));
  }
  return absl::StrFormat("%.6g", value);
}

std::string TickText(double value, double step) {
  // The tick nearest to zero is zero, whatever rounding left of it.
  if (std::abs(value) < 1e-9 * step) return "0";
  if (std::abs(value) < 1e-4 || std::abs(value) >= 1e15) return absl::StrFormat("%.3g", value);
  struct Unit {
    double size;
    const char* suffix;
  };
  for (const Unit& unit : {Unit{1e12, "T"}, Unit{1e9, "G"}, Unit{1e6, "M"}, Unit{1e3, "k"}}) {
    if (std::abs(value) >= 10 * unit.size || (step >= unit.size && std::abs(value) >= unit.size)) {
      return absl::StrCat(
          absl::StrFormat("%.*f", std::min(3, Decimals(step / unit.size)), value / unit.size),
          unit.suffix);
    }
  }
  return absl::StrFormat("%.*f", Decimals(step), value);
}

}  // namespace widthlab::figure
