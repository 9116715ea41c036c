// One layer's term of the surrogate and its marginal value. Where plain numbers would overflow or
// lose digits (work over tens of orders of magnitude, exponents up to 10), logarithms are used.
//
//   log term(w)     = log(lambda G) - a log(w / w_ref)
//   log marginal(w) = log(a lambda G / c) - log w_ref - (a + 1) log(w / w_ref)
//
// The marginal is -d term / dw divided by c: what one more parameter in this layer saves. At the
// optimum it equals the multiplier mu in every layer that is not at a bound.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SURROGATE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SURROGATE_H_

#include <cmath>
#include <cstddef>

#include "services/schedule/core/solver/problem.h"

namespace widthlab::schedule {

// An ordinary number: far from overflow and from the loss of digits below.
inline bool IsOrdinary(double x) { return x > 1e-290 && x < 1e290; }

// log(x y): one logarithm where the product is ordinary.
inline double LogProduct(double x, double y) {
  const double product = x * y;
  return IsOrdinary(product) ? std::log(product) : std::log(x) + std::log(y);
}

// log(a lambda G / c).
inline double LogScale(const WidthProblem& p, size_t l) {
  const double product = p.sensitivity[l] * p.work[l];
  const double scale = product * (p.exponent[l] / p.unit_cost[l]);
  if (IsOrdinary(product) && IsOrdinary(scale)) return std::log(scale);
  return LogProduct(p.sensitivity[l], p.work[l]) + std::log(p.exponent[l]) -
         std::log(p.unit_cost[l]);
}

// `reference_width` is ReferenceWidth(p).
inline double LogTerm(const WidthProblem& p, double reference_width, size_t l, double width) {
  return LogProduct(p.sensitivity[l], p.work[l]) -
         p.exponent[l] * std::log(width / reference_width);
}

inline double LogMarginal(const WidthProblem& p, double reference_width, size_t l, double width) {
  return LogScale(p, l) - std::log(reference_width) -
         (p.exponent[l] + 1) * std::log(width / reference_width);
}

inline double Term(const WidthProblem& p, double reference_width, size_t l, double width) {
  const double product = p.sensitivity[l] * p.work[l];
  const double power = std::exp(-p.exponent[l] * std::log(width / reference_width));
  if (IsOrdinary(product) && IsOrdinary(power)) return product * power;
  return std::exp(LogTerm(p, reference_width, l, width));
}

// marginal / mu - 1, where `term` is Term(...) and `multiplier` exp(log_multiplier).
inline double ExcessMarginal(const WidthProblem& p, double reference_width, size_t l, double width,
                             double term, double multiplier, double log_multiplier) {
  const double marginal = term / width * (p.exponent[l] / p.unit_cost[l]);
  if (IsOrdinary(term) && IsOrdinary(marginal) && IsOrdinary(multiplier)) {
    return marginal / multiplier - 1;
  }
  return std::expm1(LogMarginal(p, reference_width, l, width) - log_multiplier);
}

// What the step from `width` to `width + step` saves: term(width) - term(width + step), without
// cancellation. Infinite at width 0.
inline double StepGain(const WidthProblem& p, double reference_width, size_t l, double width,
                       double step) {
  if (width == 0) return HUGE_VAL;
  const double fall = -std::expm1(-p.exponent[l] * std::log1p(step / width));
  return Term(p, reference_width, l, width) * fall;
}

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SURROGATE_H_
