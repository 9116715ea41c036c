// A run as a job: what is journalled when it is asked for, and what the executor does with it.
//
//   ASSIGN_OR_RETURN(const v1::RunMetadata run, PrepareRun("geometry_guided", pipeline));
//   executor.Register("pipeline.RunPipeline", RunJobHandler(stages));
//   executor.Submit(RunJobRequest(run, request_id));
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_JOB_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_JOB_H_

#include <string>

#include "common/job/job_context.h"
#include "common/job/job_executor.h"
#include "services/orchestrator/core/pipeline/plan.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

inline constexpr char kRunJobKind[] = "pipeline.RunPipeline";

// Metadata of a run that has not begun: the pipeline with every default written out, in the order
// in which it can run.
v1::RunMetadata PrepareRun(const std::string& template_name, const Plan& plan);

// Two requests are equal where template and pipeline are.
job::JobRequest RunJobRequest(const v1::RunMetadata& run, const std::string& request_id);

// Runs the pipeline in the job's payload; the result is a RunResult. `stages` must outlive the
// executor.
job::JobHandler RunJobHandler(const StageMap& stages);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_JOB_H_
