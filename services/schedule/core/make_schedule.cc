#include "services/schedule/core/make_schedule.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/architecture/architecture.h"
#include "common/architecture/proto_form.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/base_schedule.h"
#include "services/schedule/core/explain.h"
#include "services/schedule/core/families/registry.h"
#include "services/schedule/core/families/width_budget.h"
#include "services/schedule/core/problem_proto.h"

namespace widthlab::schedule {
namespace {

using architecture::Architecture;

struct Setting {
  Architecture uniform;
  WidthBudget budget;
};

absl::StatusOr<Setting> ReadSetting(const v1::ScheduleSpec& spec) {
  absl::StatusOr<Architecture> uniform = architecture::FromProto(spec.architecture());
  if (!uniform.ok()) return UnderField(uniform.status(), "architecture");
  for (int64_t width : uniform->ffn_widths) {
    if (width != spec.architecture().ffn_width()) {
      return InvalidField("architecture.ffn_widths", absl::StrCat("a list with ", width),
                          absl::StrCat("empty: the budget is that of ffn_width (",
                                       spec.architecture().ffn_width(), ") in every layer"));
    }
  }
  WidthBounds bounds{.quantum = spec.quantum()};
  if (spec.has_floor()) bounds.floor = spec.floor();
  if (spec.has_cap()) bounds.cap = spec.cap();
  ASSIGN_OR_RETURN(WidthBudget budget, MakeWidthBudget(*uniform, bounds));
  return Setting{*std::move(uniform), std::move(budget)};
}

// The problem as it was solved, so that anyone can check the certificate.
v1::WidthProblem ProblemOf(const FamilyResult::Solved& solved, const WidthBudget& budget) {
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

// The residual widths of an hourglass decide what its FFNs cost, so it is matched on all
// parameters but the norms; the other families on those of the FFNs.
double DriftOf(const Architecture& uniform, const Architecture& shaped,
               v1::ParameterMatching matching) {
  const architecture::ParameterAccount have = architecture::CountParameters(shaped);
  const architecture::ParameterAccount want = architecture::CountParameters(uniform);
  const bool allocated = matching == v1::PARAMETER_MATCHING_ALLOCATED;
  const double realised =
      static_cast<double>((allocated ? have.total() : have.effective()) - have.norms);
  const double budget = static_cast<double>(want.total() - want.norms);
  return (realised - budget) / budget;
}

absl::Status DescribeHourglass(const Setting& setting, const v1::HourglassFamily& options,
                               const FamilyResult& result, v1::Schedule& schedule) {
  Architecture uniform = setting.uniform;
  uniform.vocab_size = options.vocabulary();
  Architecture shaped = uniform;
  shaped.ffn_widths = result.widths;
  shaped.residual_widths = result.residual_widths;
  RETURN_IF_ERROR(architecture::Validate(shaped));
  ASSIGN_OR_RETURN(*schedule.mutable_architecture(),
                   architecture::ToProto(uniform, setting.budget.uniform_width));
  *schedule.mutable_hourglass() = options;
  for (int64_t w : result.residual_widths) schedule.add_residual_widths(static_cast<int32_t>(w));
  schedule.set_ffn_parameters(architecture::FfnBudgetParameters(shaped));
  schedule.set_drift(DriftOf(uniform, shaped, options.matching()));
  *schedule.mutable_accounts() = architecture::AccountsProto(shaped, options.sequence());
  return absl::OkStatus();
}

absl::Status DescribeFfn(const Setting& setting, const FamilyResult& result,
                         v1::Schedule& schedule) {
  Architecture shaped = setting.uniform;
  shaped.ffn_widths = result.widths;
  ASSIGN_OR_RETURN(*schedule.mutable_architecture(),
                   architecture::ToProto(shaped, setting.budget.uniform_width));
  schedule.set_ffn_parameters(setting.budget.Realised(result.widths));
  schedule.set_drift(setting.budget.Drift(result.widths));
  *schedule.mutable_accounts() = architecture::AccountsProto(shaped, shaped.max_positions);
  return absl::OkStatus();
}

absl::StatusOr<v1::Schedule> Describe(const Setting& setting, const FamilyInput& input,
                                      const FamilyResult& result) {
  v1::Schedule schedule;
  for (int64_t width : result.widths) schedule.add_ffn_widths(static_cast<int32_t>(width));
  schedule.set_budget_parameters(static_cast<int64_t>(setting.budget.parameters));
  if (result.residual_widths.empty()) {
    RETURN_IF_ERROR(DescribeFfn(setting, result, schedule));
  } else {
    const v1::HourglassFamily& options =
        input.spec.has_hourglass() ? input.spec.hourglass() : input.spec.hourglass_arithmetic();
    RETURN_IF_ERROR(DescribeHourglass(setting, options, result, schedule));
  }
  schedule.mutable_target_widths()->Add(result.targets.begin(), result.targets.end());
  for (int l = 0; l < static_cast<int>(result.widths.size()); ++l) {
    *schedule.add_explanations() = ExplainLayer(input, result, l);
  }
  if (result.solved.has_value()) {
    const SolvedWidths& answer = result.solved->answer;
    *schedule.mutable_problem() = ProblemOf(*result.solved, setting.budget);
    *schedule.mutable_solution() = SolutionProto(answer.solution, &answer.integers);
  }
  return schedule;
}

// Fields of a family lie below its name; those of the budget do not.
absl::Status UnderFamily(const absl::Status& status, const Family& family) {
  const std::optional<ErrorFacts> facts = FactsOf(status);
  if (!facts.has_value()) return status;
  const bool of_family = FieldOf(family).message_type()->FindFieldByName(facts->field) != nullptr;
  return of_family ? UnderField(status, NameOf(family)) : status;
}

}  // namespace

absl::Status CheckSpec(const v1::ScheduleSpec& spec) {
  RETURN_IF_ERROR(FamilyOf(spec).status());
  RETURN_IF_ERROR(ReadSetting(spec).status());
  if (!HasBase(spec) || !BaseScheduleOf(spec).empty()) return absl::OkStatus();
  return BaseSpec(spec).status();
}

absl::StatusOr<v1::Schedule> MakeSchedule(const v1::ScheduleSpec& spec,
                                          const geometry::v1::Profile* profile,
                                          const v1::Schedule* base) {
  ASSIGN_OR_RETURN(const Family* const family, FamilyOf(spec));
  ASSIGN_OR_RETURN(const Setting setting, ReadSetting(spec));
  v1::Schedule made;
  if (HasBase(spec) && base == nullptr) {
    ASSIGN_OR_RETURN(const v1::ScheduleSpec base_spec, BaseSpec(spec));
    ASSIGN_OR_RETURN(made, MakeSchedule(base_spec, profile));
    base = &made;
  }
  const FamilyInput input{.spec = spec, .budget = setting.budget, .profile = profile, .base = base};
  const absl::StatusOr<FamilyResult> result = family->make(input);
  if (!result.ok()) return UnderFamily(result.status(), *family);
  ASSIGN_OR_RETURN(v1::Schedule schedule, Describe(setting, input, *result));
  schedule.set_family(NameOf(*family));
  return schedule;
}

}  // namespace widthlab::schedule
