#include "common/numeric/exact_log.h"

#include <cstdint>
#include <cstring>

namespace widthlab::numeric {
namespace {

constexpr double kLog2High = 6.93147180369123816490e-01;  // with 20 zero bits at its end
constexpr double kLog2Low = 1.90821492927058770002e-10;
constexpr double kSqrtHalf = 0.70710678118654752440;

}  // namespace

double ExactLog(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  int exponent = static_cast<int>(bits >> 52) - 1022;
  bits = (bits & 0x000FFFFFFFFFFFFF) | 0x3FE0000000000000;  // mantissa in [½, 1)
  double m;
  std::memcpy(&m, &bits, sizeof m);
  if (m < kSqrtHalf) {
    m *= 2;
    --exponent;
  }
  const double f = m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double w = z * z;
  const double even = w * (3.999999999940941908e-01 +
                           w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  const double odd = z * (6.666666666666735130e-01 +
                          w * (2.857142874366239149e-01 +
                               w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  const double half_square = 0.5 * f * f;
  const double k = exponent;
  return k * kLog2High - ((half_square - (s * (half_square + (odd + even)) + k * kLog2Low)) - f);
}

}  // namespace widthlab::numeric
