// Integer widths: multiples of a quantum that cost as little as possible within the budget.
//
//   ASSIGN_OR_RETURN(const Lattice lattice, MakeLattice(bounds, 64));
//   const IntegerWidths best = SolveIntegers(lattice, SurrogateCost(problem, 64));
//
// Equal unit costs: greedy. Steps are taken in order of falling gain, ties to the lower layer, from
// the floors until the budget is used up: exact, because the costs are convex. (Rounding the real
// widths is not: there are problems in which it ends elsewhere.)
// Unequal unit costs: dynamic programming over the budget in lattice units, exact, where its table
// is small enough; else greedy by gain per parameter, passing over steps that do not fit, with an
// upper bound on what that may have cost.
//
// The budget is never exceeded, and it is used up: an answer to which one more step could be added
// is not considered, even where that step raises the cost (as it may for ClosenessCost), because
// schedules are compared at equal parameters.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_INTEGERS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_INTEGERS_H_

#include <cstdint>
#include <vector>

#include "services/schedule/core/solver/lattice.h"
#include "services/schedule/core/solver/step_cost.h"

namespace widthlab::schedule {

enum class IntegerMethod { kGreedyExact, kDynamicProgramming, kGreedyBounded };

struct IntegerWidths {
  std::vector<int64_t> widths;  // in hidden units
  double objective = 0;
  // objective less the best possible is at most this; 0 where the method is exact.
  double gap_bound = 0;
  double left_over = 0;  // of the lattice's budget
  IntegerMethod method = IntegerMethod::kGreedyExact;
};

// How large a dynamic programme may grow.
struct IntegerLimits {
  int64_t table_cells = int64_t{1} << 26;  // four bytes each
  int64_t inner_steps = int64_t{1} << 31;  // about two seconds
};

IntegerWidths SolveIntegers(const Lattice& lattice, const StepCost& cost,
                            const IntegerLimits& limits = {});

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_INTEGERS_H_
