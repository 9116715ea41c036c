#include "common/numeric/noncentral_t.h"

#include <algorithm>
#include <cmath>

#include "common/numeric/incomplete_beta.h"
#include "common/numeric/log_gamma.h"

namespace widthlab::numeric {
namespace {

double NormalCdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// P(0 < T ≤ t) for t > 0: a mixture of beta distributions at x = t²/(t² + ν), weighted by Poisson
// probabilities of λ = δ²/2 at whole and, with the sign of δ, at half arguments.
double PositivePart(double t, double nu, double delta) {
  const double x = t * t / (t * t + nu);
  const double lambda = delta * delta / 2;
  if (lambda == 0) return 0.5 * IncompleteBeta(0.5, nu / 2, x);
  const double reach = 10 * std::sqrt(lambda) + 60;
  const double first = std::max(0.0, std::floor(lambda - reach));
  const double log_lambda = std::log(lambda);
  double sum = 0;
  for (double j = first; j <= lambda + reach; ++j) {
    const double whole = std::exp(-lambda + j * log_lambda - LogGamma(j + 1));
    const double half = std::exp(-lambda + (j + 0.5) * log_lambda - LogGamma(j + 1.5));
    sum += whole * IncompleteBeta(j + 0.5, nu / 2, x) +
           std::copysign(half, delta) * IncompleteBeta(j + 1, nu / 2, x);
  }
  return 0.5 * sum;
}

}  // namespace

double NoncentralTCdf(double t, double degrees_of_freedom, double noncentrality) {
  if (t < 0) return 1 - NoncentralTCdf(-t, degrees_of_freedom, -noncentrality);
  const double below_zero = NormalCdf(-noncentrality);
  if (t == 0) return below_zero;
  return std::clamp(below_zero + PositivePart(t, degrees_of_freedom, noncentrality), 0.0, 1.0);
}

}  // namespace widthlab::numeric
