#include "services/orchestrator/service/pipeline_stages.h"

#include "services/orchestrator/core/comparison/compare_step.h"
#include "services/orchestrator/core/diagnostics/correlate_step.h"
#include "services/orchestrator/core/pipeline/reproduce_job.h"
#include "services/orchestrator/core/pipeline/run_job.h"
#include "services/orchestrator/core/report/report_step.h"

namespace widthlab::pipeline {

PipelineStages::PipelineStages(const client::Connections& connections,
                               artifact::ArtifactStore& store, numeric::ThreadPool& pool)
    : services_(connections),
      compare_(CompareStep(), store, pool),
      correlate_(CorrelateStep(), store, pool),
      report_(ReportStep(), store, pool),
      map_(services_.map()) {
  map_[v1::PipelineStep::kCompare] = &compare_;
  map_[v1::PipelineStep::kCorrelate] = &correlate_;
  map_[v1::PipelineStep::kReport] = &report_;
}

void RegisterPipelineJobs(job::JobExecutor& executor, const StageMap& stages,
                          artifact::ArtifactStore& store) {
  executor.Register(kRunJobKind, RunJobHandler(stages));
  executor.Register(kReproduceJobKind, ReproduceJobHandler(stages, store));
}

}  // namespace widthlab::pipeline
