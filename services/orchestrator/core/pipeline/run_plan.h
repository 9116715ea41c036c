// Runs a plan: every step whose inputs are there, several at once, each through its stage.
//
//   absl::StatusOr<v1::RunResult> result =
//       RunPlan(plan, stages, {.run_id = "pipeline-7f3a"}, status, cancel);
//
// Durable without a journal of its own: a step's request id follows from run and step, so a run
// that begins again after a crash joins the jobs that still run or have ended, and the cache
// answers for the rest. Two steps that ask for exactly the same never run at the same time, so that
// the second finds what the first has made.
//
// The first step that fails stops the others, unless it may fail; its error is returned under its
// name. CANCELLED once `cancel` is set. Either way no job of the run is left running, unless the
// run was interrupted only to go on later.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_PLAN_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_PLAN_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "common/job/cancel_token.h"
#include "services/orchestrator/core/pipeline/plan.h"
#include "services/orchestrator/core/pipeline/run_status.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

struct RunOptions {
  // Names the run for good, also over restarts.
  std::string run_id = {};

  // Most steps at a time, each with a thread that waits for it.
  int parallel_steps = 8;

  // Whether a cancellation means that this server stops and the run goes on after its next start:
  // then the jobs of its steps are left alone.
  std::function<bool()> interrupted = {};
};

absl::StatusOr<v1::RunResult> RunPlan(const Plan& plan, const StageMap& stages,
                                      const RunOptions& options, RunStatus& status,
                                      const job::CancelToken& cancel);

// Of one step of one run.
std::string StepRequestId(const std::string& run_id, const std::string& step_id);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_PLAN_H_
