// Controls: the widths of another schedule in another order.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REORDERED_FAMILIES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REORDERED_FAMILIES_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

// Both take their widths from FamilyInput::base. INVALID_ARGUMENT naming `base` where it has
// another number of layers, or residual widths.
absl::StatusOr<FamilyResult> MakeReversed(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakePermuted(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REORDERED_FAMILIES_H_
