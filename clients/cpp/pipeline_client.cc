#include "clients/cpp/pipeline_client.h"

#include <random>
#include <utility>

#include "absl/strings/str_format.h"
#include "clients/cpp/call.h"
#include "clients/cpp/watch.h"

namespace widthlab::client {

using job::v1::Job;
using Stub = pipeline::v1::PipelineService::StubInterface;

PipelineClient::PipelineClient(Connection connection)
    : connection_(std::move(connection)),
      stub_(pipeline::v1::PipelineService::NewStub(connection_.channel)) {}

absl::StatusOr<Job> PipelineClient::Run(pipeline::v1::RunPipelineRequest request) {
  if (request.request_id().empty()) request.set_request_id(NewRequestId());
  // The first time that a model is named all its bytes are read.
  const CallOptions patient{.timeout = absl::Hours(1)};
  return Call<Job>(connection_, *stub_, &Stub::RunPipeline, request,
                   request.has_profile_model() ? patient : CallOptions{});
}

absl::StatusOr<Job> PipelineClient::RunDiagnostics(pipeline::v1::RunDiagnosticsRequest request) {
  if (request.request_id().empty()) request.set_request_id(NewRequestId());
  return Call<Job>(connection_, *stub_, &Stub::RunDiagnostics, request);
}

absl::StatusOr<Job> PipelineClient::Reproduce(pipeline::v1::ReproduceArtifactRequest request) {
  if (request.request_id().empty()) request.set_request_id(NewRequestId());
  return Call<Job>(connection_, *stub_, &Stub::ReproduceArtifact, request);
}

absl::StatusOr<Job> PipelineClient::Get(const std::string& name) {
  pipeline::v1::GetRunRequest request;
  request.set_name(name);
  return Call<Job>(connection_, *stub_, &Stub::GetRun, request);
}

absl::StatusOr<pipeline::v1::ListRunsResponse> PipelineClient::List(
    const pipeline::v1::ListRunsRequest& request) {
  return Call<pipeline::v1::ListRunsResponse>(connection_, *stub_, &Stub::ListRuns, request);
}

absl::StatusOr<Job> PipelineClient::Cancel(const std::string& name) {
  pipeline::v1::CancelRunRequest request;
  request.set_name(name);
  return Call<Job>(connection_, *stub_, &Stub::CancelRun, request);
}

absl::StatusOr<pipeline::v1::Comparison> PipelineClient::GetComparison(
    const std::string& artifact) {
  pipeline::v1::GetComparisonRequest request;
  request.set_name(artifact);
  return Call<pipeline::v1::Comparison>(connection_, *stub_, &Stub::GetComparison, request);
}

absl::StatusOr<pipeline::v1::RenderFigureResponse> PipelineClient::RenderFigure(
    const std::string& artifact, const std::string& figure) {
  pipeline::v1::RenderFigureRequest request;
  request.set_name(artifact);
  request.set_figure(figure);
  return Call<pipeline::v1::RenderFigureResponse>(connection_, *stub_, &Stub::RenderFigure,
                                                  request);
}

absl::StatusOr<Job> PipelineClient::Wait(const std::string& name,
                                         const std::function<void(const Job&)>& show) {
  pipeline::v1::WatchRunRequest request;
  request.set_name(name);
  return Watch(
      connection_, [&](grpc::ClientContext& context) { return stub_->WatchRun(&context, request); },
      show);
}

std::string NewRequestId() {
  std::random_device random;
  return absl::StrFormat("%08x%08x%08x%08x", random(), random(), random(), random());
}

}  // namespace widthlab::client
