#include "common/numeric/chi_squared.h"

#include <algorithm>
#include <limits>

#include "common/numeric/incomplete_gamma.h"

namespace widthlab::numeric {
namespace {

// Whether P(X ≤ x) < p, asked of the tail that keeps more digits.
bool IsBelow(double x, double p, double nu) {
  if (p <= 0.5) return LowerIncompleteGamma(nu / 2, x / 2) < p;
  return UpperIncompleteGamma(nu / 2, x / 2) > 1 - p;
}

}  // namespace

double ChiSquaredCdf(double x, double degrees_of_freedom) {
  return LowerIncompleteGamma(degrees_of_freedom / 2, std::max(x, 0.0) / 2);
}

double ChiSquaredQuantile(double p, double degrees_of_freedom) {
  if (!(p > 0) || !(p < 1) || !(degrees_of_freedom > 0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double low = 0;
  double high = 1;
  while (IsBelow(high, p, degrees_of_freedom)) {
    low = high;
    high *= 2;
  }
  for (int i = 0; i < 2000; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (IsBelow(middle, p, degrees_of_freedom) ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

}  // namespace widthlab::numeric
