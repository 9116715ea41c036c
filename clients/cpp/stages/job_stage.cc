#include "clients/cpp/stages/job_stage.h"

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/cpp/stages/cancel_watch.h"
#include "common/rpc/grpc_status.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/status/status_proto.h"
#include "grpcpp/client_context.h"

namespace widthlab::client {
namespace {

// Jobs for one step, where each fails because a server that it needs is away.
constexpr int kMostAttempts = 5;

bool HasEnded(const job::v1::Job& job) {
  return job.state() == job::v1::JOB_STATE_SUCCEEDED || job.state() == job::v1::JOB_STATE_FAILED ||
         job.state() == job::v1::JOB_STATE_CANCELLED;
}

absl::StatusOr<job::v1::StepResult> ResultOf(const job::v1::Job& job) {
  if (job.has_error()) return StatusFromProto(job.error());
  if (job.state() == job::v1::JOB_STATE_CANCELLED) {
    return MakeError(absl::StatusCode::kCancelled, {.reason = "JOB_CANCELLED"},
                     absl::StrCat(job.name(), " was cancelled"));
  }
  job::v1::StepResult result;
  if (!job.result().UnpackTo(&result)) {
    return absl::InternalError(absl::StrCat(job.name(), " ended without the result of a step"));
  }
  return result;
}

void ShowWaiting(const pipeline::StageCall& call, const std::string& address) {
  if (!call.on_update) return;
  job::v1::Job job;
  job.set_state(job::v1::JOB_STATE_QUEUED);
  job.mutable_progress()->set_stage(absl::StrCat("waiting for the service at ", address));
  job.mutable_progress()->set_eta_seconds(-1);
  call.on_update(job);
}

}  // namespace

JobStage::JobStage(Connection connection, SubmitStep submit, const PatienceOptions& patience)
    : connection_(std::move(connection)),
      submit_(std::move(submit)),
      patience_(patience),
      jobs_(job::v1::JobService::NewStub(connection_.channel)) {}

absl::StatusOr<job::v1::StepResult> JobStage::Run(const pipeline::StageCall& call) {
  Patience patience(patience_, call.cancel);
  for (int attempt = 1;; ++attempt) {
    ASSIGN_OR_RETURN(const job::v1::Job job, SubmitPatiently(call));
    if (call.on_update) call.on_update(job);
    ASSIGN_OR_RETURN(const std::optional<job::v1::Job> ended, Follow(job.name(), call));
    // A server that lost its journal is asked again; the cache has what was made.
    if (!ended.has_value()) continue;
    absl::StatusOr<job::v1::StepResult> result = ResultOf(*ended);
    // A job fails so when what it commits through was away at its end: another restart, not a fault
    // of the step.
    if (result.ok() || !absl::IsUnavailable(result.status()) || attempt >= kMostAttempts) {
      return result;
    }
    RETURN_IF_ERROR(patience.WaitAfter(result.status()));
  }
}

absl::StatusOr<job::v1::StepMetadata> JobStage::Describe(const pipeline::v1::PipelineStep& step) {
  const absl::StatusOr<job::v1::Job> job = submit_(step, {.validate_only = true});
  if (!job.ok()) return ExplainUnreachable(connection_, job.status());
  job::v1::StepMetadata metadata;
  if (!job->metadata().UnpackTo(&metadata)) {
    return absl::InternalError("the service described a step without its metadata");
  }
  return metadata;
}

absl::StatusOr<job::v1::Job> JobStage::SubmitPatiently(const pipeline::StageCall& call) {
  Patience patience(patience_, call.cancel);
  while (true) {
    RETURN_IF_ERROR(call.cancel.Check());
    absl::StatusOr<job::v1::Job> job =
        submit_(call.step, {.request_id = call.request_id, .ignore_cache = call.ignore_cache});
    if (job.ok() || !IsPassing(job.status())) return job;
    ShowWaiting(call, connection_.address);
    RETURN_IF_ERROR(patience.WaitAfter(ExplainUnreachable(connection_, job.status())));
  }
}

absl::StatusOr<std::optional<job::v1::Job>> JobStage::Follow(const std::string& name,
                                                             const pipeline::StageCall& call) {
  Patience patience(patience_, call.cancel);
  while (true) {
    std::optional<job::v1::Job> last;
    absl::Status status = ReadWatch(name, call, last);
    if (last.has_value() && HasEnded(*last)) return last;
    if (call.cancel.IsCancelled()) return Abandon(name, call);
    if (absl::IsNotFound(status)) return std::nullopt;
    if (last.has_value()) patience.Answered();
    // A server that ends the stream in good order before the job is going away.
    if (status.ok()) status = absl::UnavailableError("the watch ended before the job");
    if (!IsPassing(status) && !absl::IsCancelled(status)) return status;
    const absl::Status waited = patience.WaitAfter(ExplainUnreachable(connection_, status));
    if (call.cancel.IsCancelled()) return Abandon(name, call);
    RETURN_IF_ERROR(waited);
  }
}

absl::Status JobStage::ReadWatch(const std::string& name, const pipeline::StageCall& call,
                                 std::optional<job::v1::Job>& last) {
  grpc::ClientContext context;
  const CancelWatch cancel_watch(context, call.cancel);
  job::v1::WatchJobRequest request;
  request.set_name(name);
  const auto stream = jobs_->WatchJob(&context, request);
  job::v1::Job job;
  while (stream->Read(&job)) {
    if (call.on_update) call.on_update(job);
    last = job;
  }
  return rpc::FromGrpc(stream->Finish());
}

absl::Status JobStage::Abandon(const std::string& name, const pipeline::StageCall& call) {
  if (!call.leave_running || !call.leave_running()) Cancel(name);
  return call.cancel.Check();
}

void JobStage::Cancel(const std::string& name) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(700));
  job::v1::CancelJobRequest request;
  request.set_name(name);
  job::v1::Job job;
  // A service that is away cannot be told; its job ends by itself, and the cache keeps the result.
  jobs_->CancelJob(&context, request, &job);
}

}  // namespace widthlab::client
