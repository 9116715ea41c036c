#include "services/orchestrator/core/pipeline/run_job.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/job/job_name.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/run_plan.h"
#include "services/orchestrator/core/pipeline/run_status.h"

namespace widthlab::pipeline {
namespace {

constexpr absl::Duration kShowEvery = absl::Milliseconds(150);

int CountEnded(const v1::RunMetadata& metadata) {
  return static_cast<int>(std::count_if(
      metadata.steps().begin(), metadata.steps().end(), [](const v1::StepStatus& step) {
        return step.state() == job::v1::JOB_STATE_SUCCEEDED || !step.problem().empty();
      }));
}

// "profile, train/uniform/1": the steps that run.
std::string StageWords(const v1::RunMetadata& metadata) {
  std::string words;
  int more = 0;
  for (const v1::StepStatus& step : metadata.steps()) {
    if (step.state() != job::v1::JOB_STATE_RUNNING) continue;
    if (words.size() > 60) {
      ++more;
      continue;
    }
    absl::StrAppend(&words, words.empty() ? "" : ", ", step.id());
  }
  if (more > 0) absl::StrAppend(&words, " and ", more, " more");
  return words;
}

// Shows the run to the watchers of its job: each step that begins or ends at once, progress within
// steps now and then. Called by one thread at a time.
class RunReporter {
 public:
  explicit RunReporter(job::JobContext& context) : context_(context) {}

  void Show(const v1::RunMetadata& metadata) {
    std::string states;
    for (const v1::StepStatus& step : metadata.steps()) {
      states.push_back(static_cast<char>('0' + step.state()));
    }
    const absl::Time now = absl::Now();
    if (states == states_ && now - shown_ < kShowEvery) return;
    states_ = std::move(states);
    shown_ = now;
    context_.UpdateMetadata(metadata);
    context_.progress().Report({.stage = StageWords(metadata),
                                .done = CountEnded(metadata),
                                .total = metadata.steps_size(),
                                .unit = "steps"});
  }

 private:
  job::JobContext& context_;
  std::string states_;
  absl::Time shown_ = absl::InfinitePast();
};

absl::StatusOr<google::protobuf::Any> Run(const StageMap& stages,
                                          const google::protobuf::Any& payload,
                                          job::JobContext& context) {
  v1::RunMetadata asked;
  if (!payload.UnpackTo(&asked)) return absl::InternalError("the payload of a run is no run");
  ASSIGN_OR_RETURN(const Plan plan, PlanPipeline(asked.pipeline()));
  ASSIGN_OR_RETURN(const std::string id, job::IdOfJob(context.job().name()));
  RunReporter reporter(context);
  RunStatus status(PrepareRun(asked.template_(), plan),
                   [&](const v1::RunMetadata& metadata) { reporter.Show(metadata); });
  const RunOptions options{.run_id = absl::StrCat("run-", id),
                           .interrupted = [&context] { return context.Interrupted(); }};
  const absl::StatusOr<v1::RunResult> result =
      RunPlan(plan, stages, options, status, context.cancel());
  context.UpdateMetadata(status.metadata());
  RETURN_IF_ERROR(result.status());
  google::protobuf::Any packed;
  packed.PackFrom(*result);
  return packed;
}

}  // namespace

v1::RunMetadata PrepareRun(const std::string& template_name, const Plan& plan) {
  v1::Pipeline resolved;
  for (const PlannedStep& planned : plan.steps) *resolved.add_steps() = planned.step;
  return DescribePlan(plan, template_name, resolved);
}

job::JobRequest RunJobRequest(const v1::RunMetadata& run, const std::string& request_id) {
  v1::RunMetadata asked;
  asked.set_template_(run.template_());
  *asked.mutable_pipeline() = run.pipeline();
  job::JobRequest request{.kind = kRunJobKind, .request_id = request_id};
  request.content = absl::StrCat(kRunJobKind, " ", spec::CanonicalJson(asked));
  request.payload.PackFrom(asked);
  request.metadata.PackFrom(run);
  return request;
}

job::JobHandler RunJobHandler(const StageMap& stages) {
  return [&stages](const google::protobuf::Any& payload, job::JobContext& context) {
    return Run(stages, payload, context);
  };
}

}  // namespace widthlab::pipeline
