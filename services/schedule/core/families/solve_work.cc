#include "services/schedule/core/families/solve_work.h"

#include "common/status/macros.h"
#include "services/schedule/core/solver/lattice.h"
#include "services/schedule/core/solver/problem.h"
#include "services/schedule/core/solver/step_cost.h"

namespace widthlab::schedule {

WidthProblem ProblemOf(const LayerWork& layers, const WidthBudget& budget) {
  return {.work = layers.work,
          .sensitivity = layers.sensitivity,
          .exponent = layers.exponent,
          .unit_cost = budget.unit_cost,
          .floor = budget.floor,
          .cap = budget.cap,
          .budget = budget.parameters};
}

absl::StatusOr<SolvedWidths> SolveWork(const LayerWork& layers, const WidthBudget& budget) {
  const WidthProblem problem = ProblemOf(layers, budget);
  SolvedWidths solved;
  ContinuousSolver solver;
  RETURN_IF_ERROR(solver.Solve(problem, &solved.solution));
  ASSIGN_OR_RETURN(const Lattice lattice, MakeLattice({.unit_cost = budget.unit_cost,
                                                       .floor = budget.floor,
                                                       .cap = budget.cap,
                                                       .budget = budget.parameters,
                                                       .least_quanta = 1},
                                                      budget.quantum));
  solved.integers = SolveIntegers(lattice, SurrogateCost(problem, budget.quantum));
  solved.reference_width = ReferenceWidth(problem);
  return solved;
}

}  // namespace widthlab::schedule
