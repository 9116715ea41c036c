// Reads from a profile what the solver needs of every layer.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_PROFILE_LAYERS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_PROFILE_LAYERS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// The curve of the chosen statistic in the chosen geometry, and of the chosen cloud's dimension;
// null where the profile has none.
const geometry::v1::WorkCurve* FindWork(const geometry::v1::Profile& profile,
                                        const v1::GeometryGuidedFamily& options);
const geometry::v1::DimensionCurve* FindDimension(const geometry::v1::Profile& profile,
                                                  const v1::GeometryGuidedFamily& options);

// The chosen estimator's layers.
const google::protobuf::RepeatedPtrField<geometry::v1::Estimate>& DimensionsOf(
    const geometry::v1::DimensionCurve& curve, const v1::GeometryGuidedFamily& options);

// The chosen statistic in the chosen geometry. INVALID_ARGUMENT naming `statistic` where the
// profile lacks it (the message lists what it has), or `profile` where a layer is undefined.
absl::StatusOr<std::vector<double>> WorkByLayer(const geometry::v1::Profile& profile,
                                                const v1::GeometryGuidedFamily& options);

// The chosen estimate of the chosen cloud; NaN where undefined. INVALID_ARGUMENT naming
// `dimension_geometry` where the profile lacks it.
absl::StatusOr<std::vector<double>> DimensionByLayer(const geometry::v1::Profile& profile,
                                                     const v1::GeometryGuidedFamily& options);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_PROFILE_LAYERS_H_
