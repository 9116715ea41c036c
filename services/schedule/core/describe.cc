#include "services/schedule/core/describe.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "common/architecture/proto_form.h"
#include "common/status/macros.h"
#include "services/schedule/core/explain.h"
#include "services/schedule/core/model_accounts.h"
#include "services/schedule/core/problem_proto.h"

namespace widthlab::schedule {
namespace {

using architecture::Architecture;
using Widths = google::protobuf::RepeatedField<int32_t>;

// The problem as it was solved, so that anyone can check the certificate.
v1::WidthProblem SolvedProblem(const FamilyResult::Solved& solved, const WidthBudget& budget) {
  v1::WidthProblem problem;
  problem.mutable_work()->Add(solved.layers.work.begin(), solved.layers.work.end());
  problem.mutable_sensitivity()->Add(solved.layers.sensitivity.begin(),
                                     solved.layers.sensitivity.end());
  problem.mutable_exponent()->Add(solved.layers.exponent.begin(), solved.layers.exponent.end());
  problem.mutable_unit_cost()->Add(budget.unit_cost.begin(), budget.unit_cost.end());
  problem.mutable_floor()->Add(budget.floor.begin(), budget.floor.end());
  if (std::isfinite(budget.cap[0])) {
    problem.mutable_cap()->Add(budget.cap.begin(), budget.cap.end());
  }
  problem.set_budget(budget.parameters);
  problem.set_reference_width(solved.answer.reference_width);
  problem.set_quantum(static_cast<int32_t>(budget.quantum));
  return problem;
}

const v1::HourglassFamily* HourglassOptions(const v1::ScheduleSpec& spec) {
  if (spec.has_hourglass()) return &spec.hourglass();
  return spec.has_hourglass_arithmetic() ? &spec.hourglass_arithmetic() : nullptr;
}

// Whether widths are free of the plain model's one stream.
bool HasOwnStream(const FamilyResult& result) {
  return !result.residual_widths.empty() || !result.attention_widths.empty();
}

// What is matched: FFN parameters where the stream is as it was; non-embedding ones for the joint
// family; else all parameters but the norms', of an hourglass those that have an effect.
double MatchedParameters(const model::v1::Accounts& count, const FamilyInput& input) {
  if (input.spec.has_joint()) return static_cast<double>(count.non_embedding_parameters());
  const v1::HourglassFamily* const hourglass = HourglassOptions(input.spec);
  const bool effective =
      hourglass != nullptr && hourglass->matching() != v1::PARAMETER_MATCHING_ALLOCATED;
  const int64_t all = effective ? count.effective_parameters() : count.total_parameters();
  return static_cast<double>(all - count.norm_parameters());
}

void AddWidths(const std::vector<int64_t>& widths, Widths& out) {
  for (int64_t width : widths) out.Add(static_cast<int32_t>(width));
}

// The uniform model that is matched, with the vocabulary that the family counts for.
Architecture UniformFor(const Setting& setting, const FamilyInput& input) {
  Architecture uniform = setting.uniform;
  const v1::HourglassFamily* const hourglass = HourglassOptions(input.spec);
  if (hourglass != nullptr) uniform.vocab_size = hourglass->vocabulary();
  return uniform;
}

// As requests carry it: dense, with the stream's one width. FFN widths are in it where they are all
// that differs.
absl::StatusOr<model::v1::Architecture> PlainArchitecture(const Setting& setting,
                                                          const Architecture& uniform,
                                                          const FamilyResult& result) {
  Architecture plain = uniform;
  plain.experts = plain.experts_per_token = 0;
  if (!HasOwnStream(result) && uniform.experts == 0) plain.ffn_widths = result.widths;
  return architecture::ToProto(plain, setting.budget.uniform_width);
}

absl::Status DescribeModel(const Setting& setting, const FamilyInput& input,
                           const FamilyResult& result, v1::Schedule& schedule) {
  const Architecture uniform = UniformFor(setting, input);
  const v1::HourglassFamily* const hourglass = HourglassOptions(input.spec);
  const int64_t sequence = hourglass != nullptr ? hourglass->sequence() : uniform.max_positions;
  ScheduledModel shaped{.model = uniform, .attention_widths = result.attention_widths};
  shaped.model.ffn_widths = result.widths;
  shaped.model.residual_widths = result.residual_widths;
  RETURN_IF_ERROR(architecture::Validate(shaped.model));
  RETURN_IF_ERROR(CheckModel(shaped));
  ASSIGN_OR_RETURN(*schedule.mutable_architecture(), PlainArchitecture(setting, uniform, result));
  AddWidths(result.residual_widths, *schedule.mutable_residual_widths());
  AddWidths(result.attention_widths, *schedule.mutable_attention_widths());
  schedule.set_experts(static_cast<int32_t>(uniform.experts));
  schedule.set_experts_per_token(static_cast<int32_t>(uniform.experts_per_token));
  const ModelAccounts cost = CountModel(shaped, sequence);
  schedule.set_ffn_parameters(cost.accounts.ffn_parameters());
  const double budget = MatchedParameters(CountModel({.model = uniform}, sequence).accounts, input);
  schedule.set_drift(HasOwnStream(result)
                         ? (MatchedParameters(cost.accounts, input) - budget) / budget
                         : setting.budget.Drift(result.widths));
  if (hourglass != nullptr) *schedule.mutable_hourglass() = *hourglass;
  *schedule.mutable_accounts() = cost.accounts;
  *schedule.mutable_memory() = cost.memory;
  return absl::OkStatus();
}

void DescribeAnswer(const FamilyResult& result, const WidthBudget& budget, v1::Schedule& schedule) {
  for (const v1::WidthInterval& interval : result.intervals) {
    *schedule.add_width_intervals() = interval;
  }
  if (result.rounding.has_value()) *schedule.mutable_rounding() = *result.rounding;
  if (result.joint.has_value()) {
    *schedule.mutable_joint() = result.joint->solution;
    for (const v1::WidthInterval& interval : result.joint->residual_intervals) {
      *schedule.add_residual_width_intervals() = interval;
    }
  }
  if (!result.solved.has_value()) return;
  const SolvedWidths& answer = result.solved->answer;
  *schedule.mutable_problem() = SolvedProblem(*result.solved, budget);
  *schedule.mutable_solution() = SolutionProto(answer.solution, &answer.integers);
}

}  // namespace

absl::StatusOr<v1::Schedule> Describe(const Setting& setting, const FamilyInput& input,
                                      const FamilyResult& result) {
  v1::Schedule schedule;
  AddWidths(result.widths, *schedule.mutable_ffn_widths());
  schedule.set_budget_parameters(static_cast<int64_t>(setting.budget.parameters));
  RETURN_IF_ERROR(DescribeModel(setting, input, result, schedule));
  schedule.mutable_target_widths()->Add(result.targets.begin(), result.targets.end());
  for (int l = 0; l < static_cast<int>(result.widths.size()); ++l) {
    *schedule.add_explanations() = ExplainLayer(input, result, l);
  }
  DescribeAnswer(result, setting.budget, schedule);
  return schedule;
}

}  // namespace widthlab::schedule
