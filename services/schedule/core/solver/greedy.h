// The greedy integer solver: steps in order of falling gain per parameter.
//
// Exact for equal step costs. For unequal ones it passes over steps that do not fit, and reports
// where it stood when that first happened, from which a bound on the loss follows.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_GREEDY_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_GREEDY_H_

#include <cstdint>
#include <vector>

#include "services/schedule/core/solver/lattice.h"
#include "services/schedule/core/solver/step_cost.h"

namespace widthlab::schedule {

struct GreedyResult {
  std::vector<int64_t> quanta;
  long double spare = 0;  // budget left

  // No allocation within the budget costs less than this: the linear relaxation, that is the cost
  // at the first step that does not fit (or gains nothing), less what the budget left there would
  // gain at that step's rate.
  double lower_bound = 0;
};

// sum of cost.Cost in order of layers.
double TotalCost(const StepCost& cost, const std::vector<int64_t>& quanta);

// Cost: one pass with a binary search a layer for each halving of the threshold while many steps
// are left, then one heap operation a step. The answer is that of taking every step singly.
GreedyResult SolveGreedily(const Lattice& lattice, const StepCost& cost);

// Every step singly; for tests.
GreedyResult SolveGreedilyStepByStep(const Lattice& lattice, const StepCost& cost);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_GREEDY_H_
