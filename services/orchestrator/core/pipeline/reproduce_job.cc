#include "services/orchestrator/core/pipeline/reproduce_job.h"

#include "absl/strings/str_cat.h"
#include "common/job/job_name.h"
#include "common/status/macros.h"
#include "google/protobuf/wrappers.pb.h"
#include "services/orchestrator/core/pipeline/plan.h"
#include "services/orchestrator/core/pipeline/reproduce.h"
#include "services/orchestrator/core/pipeline/run_status.h"

namespace widthlab::pipeline {
namespace {

v1::RunMetadata DescribeReproduction(const v1::PipelineStep& step) {
  Plan plan;
  plan.steps.push_back({.step = step});
  v1::Pipeline pipeline;
  *pipeline.add_steps() = step;
  return DescribePlan(plan, "reproduce", pipeline);
}

absl::StatusOr<google::protobuf::Any> Run(const StageMap& stages, artifact::ArtifactStore& store,
                                          const google::protobuf::Any& payload,
                                          job::JobContext& context) {
  google::protobuf::StringValue asked;
  if (!payload.UnpackTo(&asked)) return absl::InternalError("the payload names no artifact");
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(asked.value()));
  ASSIGN_OR_RETURN(const v1::PipelineStep step, StepOf(artifact));
  ASSIGN_OR_RETURN(const std::string id, job::IdOfJob(context.job().name()));
  RunStatus status(DescribeReproduction(step),
                   [&](const v1::RunMetadata& metadata) { context.UpdateMetadata(metadata); });
  status.Start(0);
  ReproduceOptions options{.request_id = absl::StrCat("reproduce-", id),
                           .leave_running = [&context] { return context.Interrupted(); }};
  options.on_update = [&](const job::v1::Job& job) {
    status.Update(0, job);
    context.progress().Report({.stage = job.progress().stage(),
                               .done = job.progress().done(),
                               .total = job.progress().total(),
                               .unit = job.progress().unit()});
  };
  const absl::StatusOr<v1::Reproduction> result =
      Reproduce(artifact, stages, store, options, context.cancel());
  if (!result.ok()) {
    status.Fail(0, context.cancel().IsCancelled());
    return result.status();
  }
  job::v1::StepResult made;
  made.set_artifact(artifact.id());
  status.Succeed(0, made);
  google::protobuf::Any packed;
  packed.PackFrom(*result);
  return packed;
}

}  // namespace

absl::StatusOr<job::JobRequest> ReproduceJobRequest(const artifact::v1::Artifact& artifact,
                                                    const std::string& request_id) {
  ASSIGN_OR_RETURN(const v1::PipelineStep step, StepOf(artifact));
  job::JobRequest request{.kind = kReproduceJobKind, .request_id = request_id};
  request.content = absl::StrCat(kReproduceJobKind, " ", artifact.id());
  google::protobuf::StringValue payload;
  payload.set_value(artifact.id());
  request.payload.PackFrom(payload);
  request.metadata.PackFrom(DescribeReproduction(step));
  return request;
}

job::JobHandler ReproduceJobHandler(const StageMap& stages, artifact::ArtifactStore& store) {
  return [&stages, &store](const google::protobuf::Any& payload, job::JobContext& context) {
    return Run(stages, store, payload, context);
  };
}

}  // namespace widthlab::pipeline
