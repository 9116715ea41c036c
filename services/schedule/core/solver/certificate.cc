#include "services/schedule/core/solver/certificate.h"

#include <algorithm>
#include <cmath>

#include "services/schedule/core/solver/surrogate.h"

namespace widthlab::schedule {

Bound BoundAt(const WidthProblem& problem, size_t layer, double width, double log_marginal,
              double log_multiplier) {
  const bool at_floor = width <= problem.floor[layer];
  const bool at_cap = width >= problem.cap[layer];
  if (at_floor && at_cap) return log_marginal <= log_multiplier ? Bound::kFloor : Bound::kCap;
  if (at_floor) return Bound::kFloor;
  return at_cap ? Bound::kCap : Bound::kNone;
}

Certificate Certify(const WidthProblem& problem, absl::Span<const double> widths,
                    double log_multiplier, absl::Span<Bound> bounds) {
  const double reference = ReferenceWidth(problem);
  Certificate out;
  long double objective = 0;
  for (size_t l = 0; l < widths.size(); ++l) {
    const double w = widths[l];
    const double log_term = LogTerm(problem, reference, l, w);
    objective += std::exp(log_term);
    const double log_marginal = LogMarginal(problem, l, w, log_term);
    const double excess = std::expm1(log_marginal - log_multiplier);  // marginal / mu - 1
    bounds[l] = BoundAt(problem, l, w, log_marginal, log_multiplier);
    const double u = bounds[l] == Bound::kFloor ? std::max(0.0, -excess) : 0.0;
    const double v = bounds[l] == Bound::kCap ? std::max(0.0, excess) : 0.0;
    out.stationarity_residual = std::max(out.stationarity_residual, std::abs(excess + u - v));
    const double floor_gap = u > 0 ? u * std::abs(w - problem.floor[l]) / w : 0.0;
    const double cap_gap = v > 0 ? v * std::abs(problem.cap[l] - w) / w : 0.0;
    out.complementarity_residual = std::max({out.complementarity_residual, floor_gap, cap_gap});
    if (bounds[l] == Bound::kNone) ++out.free_layers;
  }
  out.objective = static_cast<double>(objective);
  const long double cost = CostAt(problem, widths);
  out.budget_residual = static_cast<double>(std::abs(cost - problem.budget) / problem.budget);
  return out;
}

}  // namespace widthlab::schedule
