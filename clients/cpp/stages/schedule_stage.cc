#include "clients/cpp/stages/schedule_stage.h"

#include <chrono>
#include <utility>

#include "common/rpc/grpc_status.h"
#include "common/status/macros.h"
#include "grpcpp/client_context.h"

namespace widthlab::client {

using schedule::v1::BuildScheduleRequest;
using schedule::v1::BuildScheduleResponse;

ScheduleStage::ScheduleStage(Connection connection, const PatienceOptions& patience)
    : connection_(std::move(connection)),
      patience_(patience),
      stub_(schedule::v1::ScheduleService::NewStub(connection_.channel)) {}

absl::StatusOr<job::v1::StepResult> ScheduleStage::Run(const pipeline::StageCall& call) {
  BuildScheduleRequest request;
  *request.mutable_spec() = call.step.schedule();
  request.set_ignore_cache(call.ignore_cache);
  Patience patience(patience_, call.cancel);
  while (true) {
    RETURN_IF_ERROR(call.cancel.Check());
    const absl::StatusOr<BuildScheduleResponse> response = Build(request);
    if (response.ok()) {
      job::v1::StepResult result;
      result.set_artifact(response->artifact().id());
      result.set_cached(response->cached());
      return result;
    }
    if (!IsPassing(response.status())) return response.status();
    RETURN_IF_ERROR(patience.WaitAfter(response.status()));
  }
}

absl::StatusOr<job::v1::StepMetadata> ScheduleStage::Describe(
    const pipeline::v1::PipelineStep& step) {
  BuildScheduleRequest request;
  *request.mutable_spec() = step.schedule();
  request.set_validate_only(true);
  ASSIGN_OR_RETURN(const BuildScheduleResponse response, Build(request));
  job::v1::StepMetadata metadata;
  metadata.mutable_spec()->PackFrom(response.resolved_spec());
  metadata.set_cache_key(response.cache_key());
  metadata.set_cached_artifact(response.artifact().id());
  metadata.mutable_estimate();
  return metadata;
}

absl::StatusOr<BuildScheduleResponse> ScheduleStage::Build(const BuildScheduleRequest& request) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(60));
  BuildScheduleResponse response;
  const grpc::Status status = stub_->BuildSchedule(&context, request, &response);
  if (!status.ok()) return ExplainUnreachable(connection_, rpc::FromGrpc(status));
  return response;
}

}  // namespace widthlab::client
