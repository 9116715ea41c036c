// A stage that runs a step of this process, on the caller's thread: comparison,
// correlations and report.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_LOCAL_STAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_LOCAL_STAGE_H_

#include <utility>

#include "common/artifact/artifact_store.h"
#include "common/job/step.h"
#include "common/numeric/thread_pool.h"
#include "services/orchestrator/core/pipeline/stage.h"

namespace widthlab::pipeline {

class LocalStage : public Stage {
 public:
  // `store` and `pool` must outlive this.
  LocalStage(job::Step step, artifact::ArtifactStore& store, numeric::ThreadPool& pool)
      : step_(std::move(step)), store_(store), pool_(pool) {}

  absl::StatusOr<job::v1::StepResult> Run(const StageCall& call) override;
  absl::StatusOr<job::v1::StepMetadata> Describe(const v1::PipelineStep& step) override;

 private:
  const job::Step step_;
  artifact::ArtifactStore& store_;
  numeric::ThreadPool& pool_;
};

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_LOCAL_STAGE_H_
