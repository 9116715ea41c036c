// Joint widths on their grids: FFN widths in multiples of one quantum, residual widths of another.
//
//   ASSIGN_OR_RETURN(const JointIntegers best, RoundJoint(problem, real, {.ffn = 64, .residual =
//   32}));
//
// Residual widths start at the multiples nearest to the real optimum. Each is then moved by one
// quantum as long as that lowers the objective, all FFN widths being solved for again exactly with
// what the move leaves of the budget. Last, FFN widths are rounded as those of the allocation
// problem are, whose unit costs are then beta_l d_l. Not exact, but bounded: the real optimum is
// below every allocation on the grid, so `objective` less it bounds the distance to the best one.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_INTEGERS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_INTEGERS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/joint/joint_problem.h"
#include "services/schedule/core/joint/joint_solver.h"

namespace widthlab::schedule {

struct JointQuanta {
  int64_t ffn = 64;
  int64_t residual = 32;
  // Above this many layers residual widths stay at the nearest multiples.
  size_t most_moved_layers = 256;
};

struct JointIntegers {
  std::vector<int64_t> ffn;
  std::vector<int64_t> residual;
  double objective = 0;
  double gap_bound = 0;  // objective less the best on the grid is at most this
  double left_over = 0;  // of the budget, never below 0
};

// INVALID_ARGUMENT naming residual_quantum, quantum or budget where the grid holds no allocation.
absl::StatusOr<JointIntegers> RoundJoint(const JointProblem& problem, const JointWidths& real,
                                         const JointQuanta& quanta);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_JOINT_JOINT_INTEGERS_H_
