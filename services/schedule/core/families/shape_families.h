// Families that are a shape over depth, scaled to the budget.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SHAPE_FAMILIES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SHAPE_FAMILIES_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

absl::StatusOr<FamilyResult> MakeCosineTaper(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakeLinearTaper(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakeOpenelmLinear(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakeReverse(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakeFrame(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakeCrown(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakeFfnBand(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SHAPE_FAMILIES_H_
