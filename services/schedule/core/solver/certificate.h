// Evidence that widths solve the allocation problem, computed from the problem's numbers alone:
// nothing of the solver's way is used, so a wrong solver cannot certify itself.
//
//   const Certificate c = Certify(problem, widths, log_multiplier);
//   c.budget_residual <= 1e-12 && c.stationarity_residual <= 1e-10
//
// The problem is convex, so small residuals of the Karush-Kuhn-Tucker conditions are sufficient.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_CERTIFICATE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_CERTIFICATE_H_

#include <cstddef>

#include "absl/types/span.h"
#include "services/schedule/core/solver/problem.h"

namespace widthlab::schedule {

enum class Bound { kNone, kFloor, kCap };

// All residuals are relative and >= 0.
struct Certificate {
  double objective = 0;

  // |sum c_l w_l - P| / P.
  double budget_residual = 0;

  // Largest |marginal_l / mu - 1 + u_l - v_l|, where u_l >= 0 is the best multiplier of the floor
  // (0 unless the layer is at it) and v_l >= 0 that of the cap, both in units of mu c_l.
  double stationarity_residual = 0;

  // Largest u_l (w_l - f_l) / w_l and v_l (m_l - w_l) / w_l.
  double complementarity_residual = 0;

  size_t free_layers = 0;
};

// The bound that `width` is at, given marginal / mu - 1. Where floor and cap are equal: the floor
// if the marginal there is at most mu, else the cap.
Bound BoundAt(const WidthProblem& problem, size_t layer, double width, double excess_marginal);

// `log_multiplier` is log mu; mu = -d objective / d budget. Writes each layer's bound to `bounds`
// (length L). Requires CheckProblem. Cost O(L), no allocation.
Certificate Certify(const WidthProblem& problem, absl::Span<const double> widths,
                    double log_multiplier, absl::Span<Bound> bounds);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_CERTIFICATE_H_
