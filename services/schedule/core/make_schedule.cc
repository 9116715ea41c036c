#include "services/schedule/core/make_schedule.h"

#include <optional>

#include "common/status/error.h"
#include "common/status/macros.h"
#include "google/protobuf/descriptor.h"
#include "services/schedule/core/base_schedule.h"
#include "services/schedule/core/describe.h"
#include "services/schedule/core/families/registry.h"
#include "services/schedule/core/setting.h"

namespace widthlab::schedule {
namespace {

// Fields of a family lie below its name; those of the budget do not.
absl::Status UnderFamily(const absl::Status& status, const Family& family) {
  const std::optional<ErrorFacts> facts = FactsOf(status);
  if (!facts.has_value()) return status;
  const std::string first = facts->field.substr(0, facts->field.find('['));
  const bool of_family = FieldOf(family).message_type()->FindFieldByName(first) != nullptr;
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
                                          const ScheduleInputs& inputs) {
  ASSIGN_OR_RETURN(const Family* const family, FamilyOf(spec));
  ASSIGN_OR_RETURN(const Setting setting, ReadSetting(spec));
  const v1::Schedule* base = inputs.base;
  v1::Schedule made;
  if (HasBase(spec) && base == nullptr) {
    ASSIGN_OR_RETURN(const v1::ScheduleSpec base_spec, BaseSpec(spec));
    ASSIGN_OR_RETURN(made, MakeSchedule(base_spec, inputs));
    base = &made;
  }
  const FamilyInput input{.spec = spec,
                          .budget = setting.budget,
                          .profile = inputs.profile,
                          .sensitivity = inputs.sensitivity,
                          .base = base};
  const absl::StatusOr<FamilyResult> result = family->make(input);
  if (!result.ok()) return UnderFamily(result.status(), *family);
  ASSIGN_OR_RETURN(v1::Schedule schedule, Describe(setting, input, *result));
  schedule.set_family(NameOf(*family));
  return schedule;
}

}  // namespace widthlab::schedule
