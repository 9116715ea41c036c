// Families whose widths are taken as given: neither scaled to the budget nor rounded.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GIVEN_FAMILIES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GIVEN_FAMILIES_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

// The budget's own width everywhere.
absl::StatusOr<FamilyResult> MakeUniform(const FamilyInput& input);

// The user's lists. INVALID_ARGUMENT naming `ffn_widths` or `residual_widths` where one has another
// length than the model, or heads do not divide a residual width.
absl::StatusOr<FamilyResult> MakeExplicit(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GIVEN_FAMILIES_H_
