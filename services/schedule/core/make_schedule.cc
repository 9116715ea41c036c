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

absl::StatusOr<v1::Schedule> Describe(const Setting& setting, const FamilyInput& input,
                                      const FamilyResult& result) {
  v1::Schedule schedule;
  Architecture shaped = setting.uniform;
  shaped.ffn_widths = result.widths;
  for (int64_t width : result.widths) schedule.add_ffn_widths(static_cast<int32_t>(width));
  ASSIGN_OR_RETURN(*schedule.mutable_architecture(),
                   architecture::ToProto(shaped, setting.budget.uniform_width));
  schedule.set_budget_parameters(static_cast<int64_t>(setting.budget.parameters));
  schedule.set_ffn_parameters(setting.budget.Realised(result.widths));
  schedule.set_drift(setting.budget.Drift(result.widths));
  *schedule.mutable_accounts() = architecture::AccountsProto(shaped, shaped.max_positions);
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
  return ReadSetting(spec).status();
}

absl::StatusOr<v1::Schedule> MakeSchedule(const v1::ScheduleSpec& spec,
                                          const geometry::v1::Profile* profile) {
  ASSIGN_OR_RETURN(const Family* const family, FamilyOf(spec));
  ASSIGN_OR_RETURN(const Setting setting, ReadSetting(spec));
  const FamilyInput input{.spec = spec, .budget = setting.budget, .profile = profile};
  const absl::StatusOr<FamilyResult> result = family->make(input);
  if (!result.ok()) return UnderFamily(result.status(), *family);
  ASSIGN_OR_RETURN(v1::Schedule schedule, Describe(setting, input, *result));
  schedule.set_family(NameOf(*family));
  return schedule;
}

}  // namespace widthlab::schedule
