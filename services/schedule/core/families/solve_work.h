// Schedules that answer the allocation problem: work, sensitivity and exponents in, widths out.
//
//   ASSIGN_OR_RETURN(const SolvedWidths solved,
//                    SolveWork({.work = G, .sensitivity = lambda, .exponent = a}, budget));
//   solved.integers.widths;  solved.solution.certificate;
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SOLVE_WORK_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SOLVE_WORK_H_

#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/families/width_budget.h"
#include "services/schedule/core/solver/continuous.h"
#include "services/schedule/core/solver/integers.h"
#include "services/schedule/core/solver/problem.h"

namespace widthlab::schedule {

// One entry a layer, ready for the solver (smoothed, floored).
struct LayerWork {
  std::vector<double> work;
  std::vector<double> sensitivity;
  std::vector<double> exponent;
};

struct SolvedWidths {
  WidthSolution solution;  // real widths and their certificate
  IntegerWidths integers;  // rounded on the same objective
  double reference_width = 0;
};

// Views of both, which outlive the problem.
WidthProblem ProblemOf(const LayerWork& layers, const WidthBudget& budget);

// Fails as CheckProblem and MakeLattice do.
absl::StatusOr<SolvedWidths> SolveWork(const LayerWork& layers, const WidthBudget& budget);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SOLVE_WORK_H_
