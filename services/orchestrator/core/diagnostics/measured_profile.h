// A profile with the spec by which it was measured.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_MEASURED_PROFILE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_MEASURED_PROFILE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::pipeline {

struct MeasuredProfile {
  geometry::v1::Profile profile = {};
  // Every default written out, also where the canonical form leaves a field out.
  geometry::v1::MeasureSpec spec = {};
};

// NOT_FOUND ARTIFACT_NOT_FOUND; DATA_LOSS or INVALID_ARGUMENT where the artifact is no profile that
// MeasureWork made.
absl::StatusOr<MeasuredProfile> ReadMeasuredProfile(std::string_view id,
                                                    artifact::ArtifactStore& store);

// Whether the states were multiplied or their norm growth removed.
bool IsOfScaledStates(const geometry::v1::MeasureSpec& spec);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_MEASURED_PROFILE_H_
