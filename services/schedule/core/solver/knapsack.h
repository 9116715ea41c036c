// The exact integer solver for unequal unit costs: dynamic programming over the budget.
//
//   best_l(s) = min_n Cost(l, n) + best_{l+1}(s - n k_l),   s in lattice units, k_l units a quantum
//
// Needs integer unit costs. Time sum_l (steps of layer l) * s_max, memory L * s_max * 4 bytes.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_KNAPSACK_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_KNAPSACK_H_

#include <cstdint>
#include <vector>

#include "services/schedule/core/solver/lattice.h"
#include "services/schedule/core/solver/step_cost.h"

namespace widthlab::schedule {

// How large the programme for `lattice` would be.
struct KnapsackSize {
  double table_cells = 0;
  double inner_steps = 0;
};

// Requires lattice.unit > 0.
KnapsackSize SizeOfKnapsack(const Lattice& lattice);

// The quanta of each layer. Among equally good answers the one that gives most to the lowest layer.
// Where cost.AlwaysGains() is false, less than the cheapest step is left over, or, where caps or
// divisibility forbid that, the smallest power of two times it for which there is an answer.
std::vector<int64_t> SolveKnapsack(const Lattice& lattice, const StepCost& cost);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_KNAPSACK_H_
