#include "services/schedule/core/families/joint_family.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/families/joint_intervals.h"
#include "services/schedule/core/families/joint_layers.h"
#include "services/schedule/core/joint/joint_integers.h"
#include "services/schedule/core/joint/joint_problem.h"
#include "services/schedule/core/joint/joint_solver.h"
#include "services/schedule/core/problem_proto.h"

namespace widthlab::schedule {
namespace {

absl::Status CheckQuantum(const model::v1::Architecture& model, int64_t quantum) {
  const int64_t step = 2 * int64_t{model.heads()};
  if (quantum % step == 0 && quantum <= model.hidden_size()) return absl::OkStatus();
  return InvalidField("residual_quantum", absl::StrCat(quantum),
                      absl::StrCat("a multiple of ", step, ", twice the heads, and at most ",
                                   model.hidden_size(), ", the hidden_size"));
}

// Costs, bounds, references and budget of the model.
absl::StatusOr<JointProblem> ProblemFor(const FamilyInput& input, const v1::JointFamily& options) {
  const model::v1::Architecture& model = input.spec.architecture();
  RETURN_IF_ERROR(CheckQuantum(model, options.residual_quantum()));
  const size_t layers = input.budget.layers();
  const double d = model.hidden_size();
  const double kv_share =
      model.has_kv_heads() ? static_cast<double>(model.kv_heads()) / model.heads() : 1;
  JointProblem p;
  p.work.assign(layers, 1);
  p.ffn_reference = static_cast<double>(input.budget.uniform_width);
  p.residual_reference = d;
  p.need_exponent = options.residual_exponent();
  p.square_cost.assign(layers, 2 + 2 * kv_share);
  p.product_cost.assign(layers, 3);
  p.linear_cost.assign(layers, 2);
  p.linear_cost.back() += 1;  // the final norm acts at the last layer's width
  const double quantum = options.residual_quantum();
  const double floor = options.has_residual_floor() ? options.residual_floor() : quantum;
  p.residual_floor.assign(layers, floor);
  p.residual_cap.assign(layers, options.has_residual_cap() ? options.residual_cap() : d);
  if (p.residual_cap[0] < floor) {
    return InvalidField("residual_cap", absl::StrCat(p.residual_cap[0]),
                        absl::StrCat("at least ", floor, ", the residual floor"));
  }
  p.ffn_floor = input.budget.floor;
  for (double& f : p.ffn_floor) f = std::max(f, static_cast<double>(input.budget.quantum));
  p.ffn_cap = input.budget.cap;
  const std::vector<double> ffn(layers, p.ffn_reference), residual(layers, d);
  p.budget = static_cast<double>(JointCost(p, ffn, residual));
  return p;
}

void AddBounds(const std::vector<Bound>& bounds, google::protobuf::RepeatedField<int>& out) {
  for (Bound bound : bounds) out.Add(BoundProto(bound));
}

v1::JointSolution SolutionOf(const JointProblem& problem, const JointWidths& real) {
  v1::JointSolution out;
  out.mutable_ffn_widths()->Add(real.ffn.begin(), real.ffn.end());
  out.mutable_residual_widths()->Add(real.residual.begin(), real.residual.end());
  AddBounds(real.ffn_bounds, *out.mutable_ffn_bounds());
  AddBounds(real.residual_bounds, *out.mutable_residual_bounds());
  out.set_multiplier(real.multiplier);
  out.set_objective(real.certificate.objective);
  out.set_budget_residual(real.certificate.budget_residual);
  out.set_stationarity_residual(real.certificate.stationarity_residual);
  out.set_complementarity_residual(real.certificate.complementarity_residual);
  out.mutable_residual_need()->Add(problem.need.begin(), problem.need.end());
  out.set_kappa(problem.kappa);
  out.set_budget(problem.budget);
  return out;
}

v1::Rounding RoundingOf(const JointIntegers& integers) {
  v1::Rounding out;
  out.set_objective("surrogate");
  out.set_method("coordinate descent");
  out.set_reached(integers.objective);
  out.set_gap_bound(integers.gap_bound);
  out.set_left_over(integers.left_over);
  return out;
}

}  // namespace

absl::StatusOr<FamilyResult> MakeJoint(const FamilyInput& input) {
  const v1::JointFamily& joint = input.spec.joint();
  ASSIGN_OR_RETURN(const v1::GeometryGuidedFamily options, GuidedOptions(joint));
  ASSIGN_OR_RETURN(JointProblem problem, ProblemFor(input, joint));
  ASSIGN_OR_RETURN(const DrawnLayers read, ReadJointLayers(input, joint, options));
  ASSIGN_OR_RETURN(PreparedLayers prepared, SetMeasured(read, joint, options, problem));
  ASSIGN_OR_RETURN(const JointWidths real, SolveJoint(problem));
  ASSIGN_OR_RETURN(const JointIntegers integers,
                   RoundJoint(problem, real,
                              {.ffn = input.budget.quantum, .residual = joint.residual_quantum()}));
  FamilyResult result{
      .targets = real.ffn, .widths = integers.ffn, .residual_widths = integers.residual};
  result.rounding = RoundingOf(integers);
  JointIntervals intervals = BootstrapJoint(input, joint, options, read, problem);
  result.intervals = std::move(intervals.ffn);
  result.joint = FamilyResult::Joint{.solution = SolutionOf(problem, real),
                                     .layers = std::move(prepared.layers),
                                     .facts = LayerFactsOf(read.measured, prepared.smoothed),
                                     .residual_intervals = std::move(intervals.residual)};
  return result;
}

}  // namespace widthlab::schedule
