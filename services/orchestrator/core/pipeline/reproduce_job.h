// ReproduceArtifact as a job. Its metadata is a RunMetadata of one step, its result a Reproduction.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_REPRODUCE_JOB_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_REPRODUCE_JOB_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/job/job_context.h"
#include "common/job/job_executor.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::pipeline {

inline constexpr char kReproduceJobKind[] = "pipeline.ReproduceArtifact";

// FAILED_PRECONDITION NOT_REPRODUCIBLE for an import.
absl::StatusOr<job::JobRequest> ReproduceJobRequest(const artifact::v1::Artifact& artifact,
                                                    const std::string& request_id);

// `stages` and `store` must outlive the executor.
job::JobHandler ReproduceJobHandler(const StageMap& stages, artifact::ArtifactStore& store);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_REPRODUCE_JOB_H_
