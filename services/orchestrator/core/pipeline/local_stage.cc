#include "services/orchestrator/core/pipeline/local_stage.h"

#include "common/job/progress_sink.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

// Progress as the update of a job that has no name of its own.
class ForwardingSink : public job::ProgressSink {
 public:
  explicit ForwardingSink(const StageCall& call) : call_(call) {}

  void Report(const job::ProgressReport& report) override {
    if (!call_.on_update) return;
    job::v1::Job job;
    job.set_state(job::v1::JOB_STATE_RUNNING);
    job.mutable_progress()->set_stage(report.stage);
    job.mutable_progress()->set_done(report.done);
    job.mutable_progress()->set_total(report.total);
    job.mutable_progress()->set_unit(report.unit);
    job.mutable_progress()->set_eta_seconds(-1);
    call_.on_update(job);
  }

 private:
  const StageCall& call_;
};

}  // namespace

absl::StatusOr<job::v1::StepResult> LocalStage::Run(const StageCall& call) {
  RETURN_IF_ERROR(call.cancel.Check());
  ASSIGN_OR_RETURN(const job::PreparedStep prepared,
                   job::PrepareStep(step_, *SpecOf(call.step), store_));
  ForwardingSink progress(call);
  return job::RunStep(step_, prepared, store_, pool_, progress, call.cancel,
                      {.ignore_cache = call.ignore_cache});
}

absl::StatusOr<job::v1::StepMetadata> LocalStage::Describe(const v1::PipelineStep& step) {
  ASSIGN_OR_RETURN(const job::PreparedStep prepared,
                   job::PrepareStep(step_, *SpecOf(step), store_));
  return job::DescribeStep(step_, prepared, store_);
}

}  // namespace widthlab::pipeline
