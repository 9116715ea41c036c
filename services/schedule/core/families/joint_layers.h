// What the joint family reads of every layer: work and exponents as geometry_guided does, and how
// many directions the residual stream needs.
//
//   ASSIGN_OR_RETURN(const DrawnLayers read, ReadJointLayers(input, joint, options));
//   ASSIGN_OR_RETURN(const PreparedLayers prepared, SetMeasured(read, joint, options, problem));
//
// The two halves are apart so that a bootstrap can draw the subsamples between them.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_LAYERS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_LAYERS_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"
#include "services/schedule/core/families/guided_layers.h"
#include "services/schedule/core/families/layer_draws.h"
#include "services/schedule/core/joint/joint_problem.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// The options that the two families share.
absl::StatusOr<v1::GeometryGuidedFamily> GuidedOptions(const v1::JointFamily& joint);

// The profile's estimates of the need; null where it has none, or where all layers need the same.
const google::protobuf::RepeatedPtrField<geometry::v1::Estimate>* FindNeed(
    const geometry::v1::Profile& profile, const v1::JointFamily& joint,
    const v1::GeometryGuidedFamily& options);

// INVALID_ARGUMENT as ReadLayers, and naming `residual_need` or `sensitivity`. The need is NaN
// where undefined.
absl::StatusOr<DrawnLayers> ReadJointLayers(const FamilyInput& input, const v1::JointFamily& joint,
                                            const v1::GeometryGuidedFamily& options);

// Fills A, a, R and kappa of the problem. INVALID_ARGUMENT as PrepareLayers, and naming `profile`
// where the need is undefined in every layer.
absl::StatusOr<PreparedLayers> SetMeasured(const DrawnLayers& read, const v1::JointFamily& joint,
                                           const v1::GeometryGuidedFamily& options,
                                           JointProblem& problem);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_LAYERS_H_
