// FFN and residual widths of every layer from one budget, the non-embedding parameters of the
// uniform model: the joint problem (joint/joint_problem.h) on a measured profile.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_FAMILY_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_FAMILY_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

// INVALID_ARGUMENT naming profile, residual_need (where the profile lacks it), residual_quantum (a
// multiple of twice the heads), residual_floor, residual_cap, sensitivity, or as CheckJointProblem.
absl::StatusOr<FamilyResult> MakeJoint(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_FAMILY_H_
