// Everything that runs the steps of a pipeline: the four services, and comparison,
// correlations and report here.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_PIPELINE_STAGES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_PIPELINE_STAGES_H_

#include "clients/cpp/connection.h"
#include "clients/cpp/stages/service_stages.h"
#include "common/artifact/artifact_store.h"
#include "common/job/job_executor.h"
#include "common/numeric/thread_pool.h"
#include "services/orchestrator/core/pipeline/local_stage.h"
#include "services/orchestrator/core/pipeline/stage.h"

namespace widthlab::pipeline {

class PipelineStages {
 public:
  // `store` and `pool` must outlive this.
  PipelineStages(const client::Connections& connections, artifact::ArtifactStore& store,
                 numeric::ThreadPool& pool);

  // Lives as long as this.
  const StageMap& map() const { return map_; }

 private:
  client::ServiceStages services_;
  LocalStage compare_;
  LocalStage correlate_;
  LocalStage report_;
  StageMap map_;
};

// Tells `executor` how to run pipelines and reproductions. Before executor.Start(); all must
// outlive it.
void RegisterPipelineJobs(job::JobExecutor& executor, const StageMap& stages,
                          artifact::ArtifactStore& store);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_PIPELINE_STAGES_H_
