#include "common/numeric/incomplete_beta.h"

#include <cmath>
#include <limits>

#include "common/numeric/log_gamma.h"

namespace widthlab::numeric {
namespace {

// Keeps Lentz's quotients away from a division by zero.
double AwayFromZero(double value) { return std::fabs(value) < 1e-300 ? 1e-300 : value; }

double ContinuedFraction(double a, double b, double x) {
  double c = 1;
  double d = 1 / AwayFromZero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= 20000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / AwayFromZero(1 + even * d);
    c = AwayFromZero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / AwayFromZero(1 + odd * d);
    c = AwayFromZero(1 + odd / c);
    fraction *= d * c;
    if (std::fabs(d * c - 1) < 1e-16) break;
  }
  return fraction;
}

}  // namespace

double IncompleteBeta(double a, double b, double x) {
  if (!(a > 0) || !(b > 0) || !(x >= 0) || !(x <= 1)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (x == 0 || x == 1) return x;
  const double front =
      std::exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * ContinuedFraction(a, b, x) / a;
  return 1 - front * ContinuedFraction(b, a, 1 - x) / b;
}

}  // namespace widthlab::numeric
