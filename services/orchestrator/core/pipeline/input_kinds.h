// Whether an artifact is of a kind that a field takes.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_INPUT_KINDS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_INPUT_KINDS_H_

#include <string_view>

#include "absl/status/status.h"
#include "common/spec/resolve.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::pipeline {

// INVALID_ARGUMENT WRONG_KIND: "`field` is `what`, a profile, but must be activations".
absl::Status CheckKind(const spec::InputReference& input, artifact::v1::ArtifactKind kind,
                       std::string_view what);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_INPUT_KINDS_H_
