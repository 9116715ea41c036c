#include "common/numeric/incomplete_gamma.h"

#include <cmath>
#include <limits>

#include "common/numeric/log_gamma.h"

namespace widthlab::numeric {
namespace {

constexpr int kMostTerms = 100000;

bool InDomain(double a, double x) { return a > 0 && x >= 0; }

// x^a e^(-x) / Γ(a).
double Front(double a, double x) { return std::exp(a * std::log(x) - x - LogGamma(a)); }

double Series(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (int n = 1; n < kMostTerms && term > sum * 1e-17; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return Front(a, x) * sum;
}

// Lentz's algorithm; its denominators stay away from zero for x > a + 1.
double ContinuedFraction(double a, double x) {
  double b = x + 1 - a;
  double c = 1e300;
  double d = 1 / b;
  double fraction = d;
  for (int n = 1; n < kMostTerms; ++n) {
    const double numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= d * c;
    if (std::fabs(d * c - 1) < 1e-16) break;
  }
  return Front(a, x) * fraction;
}

}  // namespace

double LowerIncompleteGamma(double a, double x) {
  if (!InDomain(a, x)) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return 0;
  if (std::isinf(x)) return 1;
  return x < a + 1 ? Series(a, x) : 1 - ContinuedFraction(a, x);
}

double UpperIncompleteGamma(double a, double x) {
  if (!InDomain(a, x)) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - Series(a, x) : ContinuedFraction(a, x);
}

}  // namespace widthlab::numeric
