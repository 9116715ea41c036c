// What a spec says before its family does: the uniform model, and the budget that follows from it.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SETTING_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SETTING_H_

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "services/schedule/core/families/width_budget.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

struct Setting {
  architecture::Architecture uniform;  // with the experts of a family that has any
  WidthBudget budget;
};

// INVALID_ARGUMENT naming the field: an architecture that contradicts itself or has widths of its
// own (the budget is that of a uniform model), bounds without room for the uniform width.
absl::StatusOr<Setting> ReadSetting(const v1::ScheduleSpec& spec);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SETTING_H_
