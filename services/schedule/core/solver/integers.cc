#include "services/schedule/core/solver/integers.h"

#include <algorithm>
#include <cstddef>

#include "services/schedule/core/solver/greedy.h"
#include "services/schedule/core/solver/knapsack.h"

namespace widthlab::schedule {
namespace {

bool FitsKnapsack(const Lattice& lattice, const IntegerLimits& limits) {
  if (lattice.unit <= 0) return false;
  const KnapsackSize size = SizeOfKnapsack(lattice);
  return size.table_cells <= static_cast<double>(limits.table_cells) &&
         size.inner_steps <= static_cast<double>(limits.inner_steps);
}

IntegerWidths Finish(const Lattice& lattice, const StepCost& cost,
                     const std::vector<int64_t>& quanta, IntegerMethod method) {
  IntegerWidths result;
  result.method = method;
  result.objective = TotalCost(cost, quanta);
  long double left = lattice.spare;
  for (size_t l = 0; l < quanta.size(); ++l) {
    left -= static_cast<long double>(quanta[l] - lattice.least[l]) * lattice.step_cost[l];
    result.widths.push_back(quanta[l] * lattice.quantum);
  }
  result.left_over = static_cast<double>(left);
  return result;
}

}  // namespace

IntegerWidths SolveIntegers(const Lattice& lattice, const StepCost& cost,
                            const IntegerLimits& limits) {
  if (!lattice.equal_costs && FitsKnapsack(lattice, limits)) {
    return Finish(lattice, cost, SolveKnapsack(lattice, cost), IntegerMethod::kDynamicProgramming);
  }
  const GreedyResult greedy = SolveGreedily(lattice, cost);
  if (lattice.equal_costs) {
    return Finish(lattice, cost, greedy.quanta, IntegerMethod::kGreedyExact);
  }
  IntegerWidths result = Finish(lattice, cost, greedy.quanta, IntegerMethod::kGreedyBounded);
  result.gap_bound = std::max(0.0, result.objective - greedy.lower_bound);
  return result;
}

}  // namespace widthlab::schedule
