// The allocation problem and its answer as messages.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_PROBLEM_PROTO_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_PROBLEM_PROTO_H_

#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/solver/continuous.h"
#include "services/schedule/core/solver/integers.h"
#include "services/schedule/core/solver/problem.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// A problem with the lists that its view shows. Not to be copied: the view would show the original.
struct ProblemLists {
  ProblemLists() = default;
  ProblemLists(ProblemLists&&) = default;  // a moved vector keeps its memory
  ProblemLists& operator=(ProblemLists&&) = default;

  std::vector<double> sensitivity, exponent, unit_cost, floor, cap;
  WidthProblem view;
};

// Lists of one entry stand for that entry in every layer; an empty sensitivity for 1, an empty
// floor for 0, an empty cap for none. INVALID_ARGUMENT naming a list of any other length. Work is
// viewed, so `proto` must outlive the result.
absl::StatusOr<ProblemLists> FromProto(const v1::WidthProblem& proto);

v1::WidthBound BoundProto(Bound bound);

// `integers` may be null.
v1::WidthSolution SolutionProto(const WidthSolution& solution, const IntegerWidths* integers);

// The answer to one problem. INVALID_ARGUMENT naming the field, its value and the interval.
absl::StatusOr<v1::WidthSolution> SolveWidths(const v1::WidthProblem& problem);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_PROBLEM_PROTO_H_
