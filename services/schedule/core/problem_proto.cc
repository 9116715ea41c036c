#include "services/schedule/core/problem_proto.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/solver/lattice.h"
#include "services/schedule/core/solver/step_cost.h"

namespace widthlab::schedule {
namespace {

using Doubles = google::protobuf::RepeatedField<double>;

absl::StatusOr<std::vector<double>> Broadcast(const char* field, const Doubles& values,
                                              size_t layers, const char* allowed) {
  if (values.size() == 1) return std::vector<double>(layers, values[0]);
  if (static_cast<size_t>(values.size()) == layers) {
    return std::vector<double>(values.begin(), values.end());
  }
  return InvalidField(field, absl::StrCat(values.size(), " entries"),
                      absl::StrCat(allowed, layers, ", as many as work"));
}

// An empty list stands for `absent` in every layer.
absl::StatusOr<std::vector<double>> BroadcastOr(const char* field, const Doubles& values,
                                                size_t layers, double absent) {
  if (values.empty()) return std::vector<double>(layers, absent);
  return Broadcast(field, values, layers, "no entry, one, or ");
}

}  // namespace

absl::StatusOr<ProblemLists> FromProto(const v1::WidthProblem& proto) {
  const size_t layers = proto.work_size();
  ProblemLists lists;
  ASSIGN_OR_RETURN(lists.sensitivity, BroadcastOr("sensitivity", proto.sensitivity(), layers, 1));
  ASSIGN_OR_RETURN(lists.exponent,
                   Broadcast("exponent", proto.exponent(), layers, "one entry or "));
  ASSIGN_OR_RETURN(lists.unit_cost,
                   Broadcast("unit_cost", proto.unit_cost(), layers, "one entry or "));
  ASSIGN_OR_RETURN(lists.floor, BroadcastOr("floor", proto.floor(), layers, 0));
  ASSIGN_OR_RETURN(lists.cap, BroadcastOr("cap", proto.cap(), layers, kNoCap));
  if (proto.has_reference_width() && !(proto.reference_width() > 0)) {
    return InvalidField("reference_width", absl::StrCat(proto.reference_width()),
                        "finite and above 0");
  }
  lists.view = {.work = proto.work(),
                .sensitivity = lists.sensitivity,
                .exponent = lists.exponent,
                .unit_cost = lists.unit_cost,
                .floor = lists.floor,
                .cap = lists.cap,
                .budget = proto.budget(),
                .reference_width = proto.reference_width()};
  return lists;
}

v1::WidthBound BoundProto(Bound bound) {
  switch (bound) {
    case Bound::kNone:
      return v1::WIDTH_BOUND_NONE;
    case Bound::kFloor:
      return v1::WIDTH_BOUND_FLOOR;
    case Bound::kCap:
      return v1::WIDTH_BOUND_CAP;
  }
  return v1::WIDTH_BOUND_UNSPECIFIED;
}

v1::WidthSolution SolutionProto(const WidthSolution& solution, const IntegerWidths* integers) {
  v1::WidthSolution proto;
  proto.mutable_widths()->Add(solution.widths.begin(), solution.widths.end());
  for (Bound bound : solution.bounds) proto.add_bounds(BoundProto(bound));
  proto.set_multiplier(solution.multiplier);
  proto.set_objective(solution.certificate.objective);
  proto.set_budget_residual(solution.certificate.budget_residual);
  proto.set_stationarity_residual(solution.certificate.stationarity_residual);
  proto.set_complementarity_residual(solution.certificate.complementarity_residual);
  if (integers == nullptr) return proto;
  proto.mutable_integer_widths()->Add(integers->widths.begin(), integers->widths.end());
  proto.set_integer_objective(integers->objective);
  proto.set_integer_gap_bound(integers->gap_bound);
  return proto;
}

absl::StatusOr<v1::WidthSolution> SolveWidths(const v1::WidthProblem& proto) {
  ASSIGN_OR_RETURN(const ProblemLists lists, FromProto(proto));
  const WidthProblem& problem = lists.view;
  ContinuousSolver solver;
  WidthSolution solution;
  RETURN_IF_ERROR(solver.Solve(problem, &solution));
  if (!proto.has_quantum()) return SolutionProto(solution, nullptr);
  ASSIGN_OR_RETURN(const Lattice lattice, MakeLattice({.unit_cost = problem.unit_cost,
                                                       .floor = problem.floor,
                                                       .cap = problem.cap,
                                                       .budget = problem.budget,
                                                       .least_quanta = 1},
                                                      proto.quantum()));
  const IntegerWidths integers = SolveIntegers(lattice, SurrogateCost(problem, proto.quantum()));
  return SolutionProto(solution, &integers);
}

}  // namespace widthlab::schedule
