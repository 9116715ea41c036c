// One layer's term of the surrogate and its marginal value, in logarithms, so that work over tens
// of orders of magnitude and exponents up to 10 neither overflow nor lose digits.
//
//   log term(w)     = log(lambda G) - a log(w / w_ref)
//   log marginal(w) = log term(w) + log(a / (c w))
//
// The marginal is -d term / dw divided by c: what one more parameter in this layer saves. At the
// optimum it equals the multiplier mu in every layer that is not at a bound.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SURROGATE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SURROGATE_H_

#include <cmath>
#include <cstddef>

#include "services/schedule/core/solver/problem.h"

namespace widthlab::schedule {

// log(x y) without overflow: one logarithm where the product is an ordinary number.
inline double LogProduct(double x, double y) {
  const double product = x * y;
  if (product > 1e-290 && product < 1e290) return std::log(product);
  return std::log(x) + std::log(y);
}

// `reference_width` is ReferenceWidth(p).
inline double LogTerm(const WidthProblem& p, double reference_width, size_t l, double width) {
  return LogProduct(p.sensitivity[l], p.work[l]) -
         p.exponent[l] * std::log(width / reference_width);
}

// The marginal of a layer whose LogTerm at `width` is `log_term`.
inline double LogMarginal(const WidthProblem& p, size_t l, double width, double log_term) {
  return log_term + std::log(p.exponent[l] / (p.unit_cost[l] * width));
}

// What the step from `width` to `width + step` saves: term(width) - term(width + step), without
// cancellation. Infinite at width 0.
inline double StepGain(const WidthProblem& p, double reference_width, size_t l, double width,
                       double step) {
  if (width == 0) return HUGE_VAL;
  const double fall = -std::expm1(-p.exponent[l] * std::log1p(step / width));
  return std::exp(LogTerm(p, reference_width, l, width)) * fall;
}

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SURROGATE_H_
