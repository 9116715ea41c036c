#include "services/schedule/core/solver/certificate.h"

#include <algorithm>
#include <cmath>

#include "services/schedule/core/solver/surrogate.h"

namespace widthlab::schedule {

namespace {

// Unlike std::max it keeps a NaN, which must not pass for a small residual.
void Raise(double& worst, double residual) {
  if (!(residual <= worst)) worst = residual;
}

}  // namespace

Bound BoundAt(const WidthProblem& problem, size_t layer, double width, double excess_marginal) {
  const bool at_floor = width <= problem.floor[layer];
  const bool at_cap = width >= problem.cap[layer];
  if (at_floor && at_cap) return excess_marginal <= 0 ? Bound::kFloor : Bound::kCap;
  if (at_floor) return Bound::kFloor;
  return at_cap ? Bound::kCap : Bound::kNone;
}

Certificate Certify(const WidthProblem& problem, absl::Span<const double> widths,
                    double log_multiplier, absl::Span<Bound> bounds) {
  const double reference = ReferenceWidth(problem);
  const double multiplier = std::exp(log_multiplier);
  Certificate out;
  long double objective = 0;
  for (size_t l = 0; l < widths.size(); ++l) {
    const double w = widths[l];
    const double term = Term(problem, reference, l, w);
    const double excess =
        ExcessMarginal(problem, reference, l, w, term, multiplier, log_multiplier);
    objective += term;
    bounds[l] = BoundAt(problem, l, w, excess);
    const double u = bounds[l] == Bound::kFloor ? std::max(0.0, -excess) : 0.0;
    const double v = bounds[l] == Bound::kCap ? std::max(0.0, excess) : 0.0;
    Raise(out.stationarity_residual, std::abs(excess + u - v));
    if (u > 0) Raise(out.complementarity_residual, u * std::abs(w - problem.floor[l]) / w);
    if (v > 0) Raise(out.complementarity_residual, v * std::abs(problem.cap[l] - w) / w);
    if (bounds[l] == Bound::kNone) ++out.free_layers;
  }
  out.objective = static_cast<double>(objective);
  const long double cost = CostAt(problem, widths);
  out.budget_residual = static_cast<double>(std::abs(cost - problem.budget) / problem.budget);
  return out;
}

}  // namespace widthlab::schedule
