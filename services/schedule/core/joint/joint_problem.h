// The joint problem: FFN and residual widths of every layer from one budget.
//
//   minimise    sum_l  A_l (w_l / W)^(-a_l) + kappa sum_l R_l (d_l / D)^(-b)
//   subject to  sum_l  (alpha_l d_l^2 + beta_l d_l w_l + gamma_l d_l) = P,   bounds on w_l and d_l
//
// A_l is the weighted work of the layer's FFN (lambda_l G_l), R_l how many directions its residual
// stream needs. In u = log w and v = log d the objective is a sum of exponentials of one variable
// each, strictly convex, and the budget a sum of exponentials of linear forms, convex: a geometric
// program. So there is one optimum, and the Karush-Kuhn-Tucker conditions prove it.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_PROBLEM_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_PROBLEM_H_

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace widthlab::schedule {

// Lists of one length L.
struct JointProblem {
  std::vector<double> work;      // A_l, finite and > 0
  std::vector<double> exponent;  // a_l, finite and > 0
  std::vector<double> need;      // R_l, finite and > 0
  double need_exponent = 0.5;    // b > 0
  double kappa = 1;              // > 0

  double ffn_reference = 0;       // W, > 0
  double residual_reference = 0;  // D, > 0

  std::vector<double> square_cost;   // alpha_l > 0: attention, for each d_l^2
  std::vector<double> product_cost;  // beta_l > 0: FFN, for each d_l w_l
  std::vector<double> linear_cost;   // gamma_l >= 0: norms, for each d_l
  double budget = 0;                 // P

  // > 0; caps may be infinite.
  std::vector<double> ffn_floor, ffn_cap;
  std::vector<double> residual_floor, residual_cap;

  size_t layers() const { return work.size(); }
};

// Parameters at given widths.
long double JointCost(const JointProblem& problem, absl::Span<const double> ffn,
                      absl::Span<const double> residual);

// kappa R_l (d / D)^(-b) of one layer, and A_l (w / W)^(-a_l).
double NeedTerm(const JointProblem& problem, size_t layer, double residual);
double WorkTerm(const JointProblem& problem, size_t layer, double ffn);

// The kappa at which the uniform model (W, D) is the optimum where A, R and a are flat: both kinds
// of width then save the same by one more parameter. With `mean_exponent` a,
//
//   kappa = (a / b) (2 alpha D^2 + beta D W + gamma D) / (beta D W)
double BalancedKappa(const JointProblem& problem, double mean_exponent);

// INVALID_ARGUMENT naming the field ("budget", "residual_floor") and the interval.
absl::Status CheckJointProblem(const JointProblem& problem);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_PROBLEM_H_
