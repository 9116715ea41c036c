// Banks of experts whose widths follow another schedule. arXiv 2606.18246 for the hourglass.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_MOE_FAMILY_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_MOE_FAMILY_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

// Widths of one expert. A base made under the same budget is taken as it is, another one as a shape
// that is brought to the budget; one with residual widths is taken as it is as well.
// INVALID_ARGUMENT naming `base` for another number of layers, `top_k` where it is above `experts`.
absl::StatusOr<FamilyResult> MakeMoe(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_MOE_FAMILY_H_
