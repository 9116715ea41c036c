#include "services/orchestrator/core/pipeline/run_status.h"

#include <utility>

#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

bool HasEnded(job::v1::JobState state) {
  return state == job::v1::JOB_STATE_SUCCEEDED || state == job::v1::JOB_STATE_FAILED ||
         state == job::v1::JOB_STATE_CANCELLED;
}

}  // namespace

v1::RunMetadata DescribePlan(const Plan& plan, const std::string& template_name,
                             const v1::Pipeline& pipeline) {
  v1::RunMetadata metadata;
  metadata.set_template_(template_name);
  *metadata.mutable_pipeline() = pipeline;
  for (const PlannedStep& planned : plan.steps) {
    v1::StepStatus& status = *metadata.add_steps();
    status.set_id(planned.step.id());
    status.set_kind(KindOf(planned.step));
    status.set_state(job::v1::JOB_STATE_QUEUED);
    status.mutable_depends_on()->Assign(planned.depends_on.begin(), planned.depends_on.end());
  }
  return metadata;
}

void RunStatus::Change(const std::function<void(v1::RunMetadata&)>& change) {
  std::lock_guard<std::mutex> lock(mutex_);
  change(metadata_);
  if (listener_) listener_(metadata_);
}

void RunStatus::Start(int step) {
  Change([&](v1::RunMetadata& m) { m.mutable_steps(step)->set_state(job::v1::JOB_STATE_RUNNING); });
}

void RunStatus::Update(int step, const job::v1::Job& job) {
  Change([&](v1::RunMetadata& m) {
    v1::StepStatus& status = *m.mutable_steps(step);
    status.set_job(job.name());
    // The end of a step is what its stage returns.
    if (!HasEnded(job.state()) && job.state() != job::v1::JOB_STATE_UNSPECIFIED) {
      status.set_state(job.state());
    }
    if (job.has_progress()) *status.mutable_progress() = job.progress();
  });
}

void RunStatus::Succeed(int step, const job::v1::StepResult& result) {
  Change([&](v1::RunMetadata& m) {
    v1::StepStatus& status = *m.mutable_steps(step);
    status.set_state(job::v1::JOB_STATE_SUCCEEDED);
    status.set_artifact(result.artifact());
    status.set_cached(result.cached());
  });
}

void RunStatus::Fail(int step, bool cancelled, const std::string& problem) {
  Change([&](v1::RunMetadata& m) {
    v1::StepStatus& status = *m.mutable_steps(step);
    status.set_state(cancelled ? job::v1::JOB_STATE_CANCELLED : job::v1::JOB_STATE_FAILED);
    status.set_problem(problem);
  });
}

void RunStatus::CancelRest() {
  Change([](v1::RunMetadata& m) {
    for (v1::StepStatus& status : *m.mutable_steps()) {
      if (!HasEnded(status.state())) status.set_state(job::v1::JOB_STATE_CANCELLED);
    }
  });
}

v1::RunMetadata RunStatus::metadata() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return metadata_;
}

}  // namespace widthlab::pipeline
