// The allocation problem: which widths lose least under one parameter budget.
//
//   minimise    sum_l  lambda_l G_l (w_l / w_ref)^(-a_l)
//   subject to  sum_l  c_l w_l = P,   f_l <= w_l <= m_l
//
//   WidthProblem problem;
//   problem.work = {G, L};           // > 0
//   ...
//   RETURN_IF_ERROR(CheckProblem(problem));
//
// The terms are strictly convex and strictly decreasing in w_l, so the optimum is unique. Source:
// geometry-guided FFN widths, arXiv 2608.02064.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_PROBLEM_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_PROBLEM_H_

#include <cstddef>
#include <limits>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace widthlab::schedule {

inline constexpr double kNoCap = std::numeric_limits<double>::infinity();

// Views of lists that the caller keeps alive; all of one length L, 1 <= L <= 10,000.
struct WidthProblem {
  absl::Span<const double> work;         // G_l, finite and > 0
  absl::Span<const double> sensitivity;  // lambda_l, finite and > 0
  absl::Span<const double> exponent;     // a_l, finite and > 0
  absl::Span<const double> unit_cost;    // c_l: parameters of one hidden unit, finite and > 0
  absl::Span<const double> floor;        // f_l, finite and >= 0
  absl::Span<const double> cap;          // m_l > 0, m_l >= f_l; kNoCap for none
  double budget = 0;                     // P, in parameters

  // w_ref: scales the objective, and decides the widths where the a_l differ. 0 stands for the
  // mean width, budget / sum of unit_cost.
  double reference_width = 0;

  size_t layers() const { return work.size(); }
};

inline constexpr size_t kMaxLayers = 10000;

// Sums of floating-point products are trusted to this relative error when a budget is compared
// with the sum of floors or caps.
inline constexpr double kBudgetSlack = 1e-13;

// sum_l c_l b_l for the floors or the caps; infinite where a cap is.
long double CostAt(const WidthProblem& problem, absl::Span<const double> widths);

// reference_width, or the mean width where it is 0.
double ReferenceWidth(const WidthProblem& problem);

// INVALID_ARGUMENT naming the field ("work[3]", "budget"), its value and what is allowed: an empty
// or too long problem, lists of unequal lengths, a NaN or a number outside its interval, crossed
// bounds, a budget below the sum of floors or above the sum of caps. Cost O(L).
absl::Status CheckProblem(const WidthProblem& problem);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_PROBLEM_H_
