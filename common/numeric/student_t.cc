#include "common/numeric/student_t.h"

#include <cmath>
#include <limits>

#include "common/numeric/incomplete_beta.h"

namespace widthlab::numeric {

double StudentTTwoSidedP(double t, double degrees_of_freedom) {
  const double nu = degrees_of_freedom;
  if (std::isinf(t)) return 0;
  const double square = t * t;
  // Either form is exact; each keeps its digits where its argument is not close to one.
  if (square < nu) return 1 - IncompleteBeta(0.5, nu / 2, square / (nu + square));
  const double x = std::isinf(square) ? nu / t / t : nu / (nu + square);
  return IncompleteBeta(nu / 2, 0.5, x);
}

double StudentTCdf(double t, double degrees_of_freedom) {
  const double nu = degrees_of_freedom;
  if (t * t < nu) {
    const double central = IncompleteBeta(0.5, nu / 2, t * t / (nu + t * t));
    return 0.5 + std::copysign(0.5 * central, t);
  }
  const double tail = 0.5 * StudentTTwoSidedP(t, nu);
  return t < 0 ? tail : 1 - tail;
}

double StudentTQuantile(double p, double degrees_of_freedom) {
  if (!(p > 0) || !(p < 1) || !(degrees_of_freedom > 0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (p == 0.5) return 0;
  // Solves P(|T| ≥ t) = 2·tail for t > 0, where the left side falls from 1 to 0.
  const double two_sided = 2 * (p < 0.5 ? p : 1 - p);
  double low = 0;
  double high = 1;
  while (StudentTTwoSidedP(high, degrees_of_freedom) > two_sided) {
    low = high;
    high *= 2;
  }
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (StudentTTwoSidedP(middle, degrees_of_freedom) > two_sided ? low : high) = middle;
  }
  const double t = low + (high - low) / 2;
  return p < 0.5 ? -t : t;
}

}  // namespace widthlab::numeric
