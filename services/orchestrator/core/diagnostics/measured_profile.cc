#include "services/orchestrator/core/diagnostics/measured_profile.h"

#include <string>

#include "common/spec/canonical_json.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::pipeline {

absl::StatusOr<MeasuredProfile> ReadMeasuredProfile(std::string_view id,
                                                    artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, "profile.json"));
  MeasuredProfile measured;
  RETURN_IF_ERROR(WithContext(spec::ParseJson(json, measured.profile), "profile.json"));
  RETURN_IF_ERROR(
      WithContext(spec::ParseJson(artifact.manifest().spec_json(), measured.spec), "spec"));
  RETURN_IF_ERROR(WithContext(spec::Resolve(measured.spec), "spec"));
  return measured;
}

bool IsOfScaledStates(const geometry::v1::MeasureSpec& spec) {
  return spec.state_factor() != 1 || spec.remove_norm_growth();
}

}  // namespace widthlab::pipeline
