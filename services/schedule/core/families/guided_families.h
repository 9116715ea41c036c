// Families that spend the budget by measured work, by measured sensitivity, or by both.
// Source: arXiv 2608.02064.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GUIDED_FAMILIES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GUIDED_FAMILIES_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

absl::StatusOr<FamilyResult> MakeGeometryGuided(const FamilyInput& input);

// With 1 / G in place of G, after smoothing and floor: narrow where the work is.
absl::StatusOr<FamilyResult> MakeInverseWork(const FamilyInput& input);

// With G = 1.
absl::StatusOr<FamilyResult> MakeSensitivityOnly(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GUIDED_FAMILIES_H_
