// Makes an artifact again, without the cache, and compares every file.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_REPRODUCE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_REPRODUCE_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/job/cancel_token.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

struct ReproduceOptions {
  // Names this reproduction for good, also over restarts.
  std::string request_id = {};
  std::function<void(const job::v1::Job&)> on_update = {};
  std::function<bool()> leave_running = {};
};

// The step that made an artifact, with its spec as resolved. FAILED_PRECONDITION NOT_REPRODUCIBLE
// for an import, and for what no step of this release makes.
absl::StatusOr<v1::PipelineStep> StepOf(const artifact::v1::Artifact& artifact);

// A service whose machine is of another class than the one that made the artifact is asked for its
// own class instead, and the note says so. Errors of the stage are returned as they are.
absl::StatusOr<v1::Reproduction> Reproduce(const artifact::v1::Artifact& artifact,
                                           const StageMap& stages, artifact::ArtifactStore& store,
                                           const ReproduceOptions& options,
                                           const job::CancelToken& cancel);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_REPRODUCE_H_
