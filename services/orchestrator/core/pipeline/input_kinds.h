// Whether an artifact that a field names exists, and is of a kind that the field takes.
//
//   RETURN_IF_ERROR(spec::ReplaceInputs(spec, [&](const spec::InputReference& input) {
//     return FullId(input, store);
//   }));
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_INPUT_KINDS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_INPUT_KINDS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/spec/resolve.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::pipeline {

// INVALID_ARGUMENT WRONG_KIND: "`field` is `what`, a profile, but must be activations".
absl::Status CheckKind(const spec::InputReference& input, artifact::v1::ArtifactKind kind,
                       std::string_view what);

// The id of the artifact in full; "step:ID" as it is. NOT_FOUND ARTIFACT_NOT_FOUND; CheckKind.
absl::StatusOr<std::string> FullId(const spec::InputReference& input,
                                   artifact::ArtifactStore& store);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_INPUT_KINDS_H_
