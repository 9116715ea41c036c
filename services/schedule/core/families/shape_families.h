// Families that are a shape over depth, scaled to the budget.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SHAPE_FAMILIES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SHAPE_FAMILIES_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

// The budget's own width everywhere, taken as given: not rounded to the quantum.
absl::StatusOr<FamilyResult> MakeUniform(const FamilyInput& input);

absl::StatusOr<FamilyResult> MakeCosineTaper(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SHAPE_FAMILIES_H_
