// Solves the joint problem exactly: real widths of both kinds, with their certificate.
//
//   ASSIGN_OR_RETURN(const JointWidths best, SolveJoint(problem));
//   best.ffn[l], best.residual[l];  best.stationarity_residual;
//
// For a multiplier mu the layers are independent, and in a layer the best FFN width has a closed
// form for every residual width,
//
//   w(d) = clip(W [a A / (W mu beta d)]^(1 / (a + 1)), floor, cap),
//
// which leaves one increasing equation in log d. The parameters used fall as mu grows, so one
// bracketed root find on log mu meets the budget. Cost: about 30 evaluations of L layers, each a
// few Newton steps.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_SOLVER_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_SOLVER_H_

#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/joint/joint_problem.h"
#include "services/schedule/core/solver/certificate.h"

namespace widthlab::schedule {

// Evidence that widths solve the joint problem, from the problem and the widths alone.
struct JointCertificate {
  double objective = 0;
  double budget_residual = 0;  // |parameters - P| / P

  // With g the saving by one more parameter, in logarithms of a width: largest |g / mu - 1| over
  // widths between their bounds, and largest violation of g <= mu at a floor or g >= mu at a cap.
  double stationarity_residual = 0;
  double complementarity_residual = 0;
};

struct JointWidths {
  std::vector<double> ffn;
  std::vector<double> residual;
  std::vector<Bound> ffn_bounds;
  std::vector<Bound> residual_bounds;
  double multiplier = 0;  // mu = -d objective / d budget
  JointCertificate certificate;
};

// Requires CheckJointProblem. Fills the bounds too.
JointCertificate CertifyJoint(const JointProblem& problem, JointWidths& widths);

// Fails as CheckJointProblem does.
absl::StatusOr<JointWidths> SolveJoint(const JointProblem& problem);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_SOLVER_H_
