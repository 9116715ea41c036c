#include "clients/cpp/diagnostics_client.h"

#include <memory>

#include "clients/cpp/call.h"
#include "clients/cpp/model_client.h"
#include "clients/cpp/read_result.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"

namespace widthlab::client {

absl::StatusOr<job::v1::Job> Diagnose(const Connection& capture,
                                      capture::v1::DiagnoseRequest request) {
  using Stub = capture::v1::CaptureService::StubInterface;
  const std::unique_ptr<Stub> stub = capture::v1::CaptureService::NewStub(capture.channel);
  request.mutable_spec()->set_model(ModelOnServer(request.spec().model()));
  // Without a request id a second attempt could begin a second job.
  return Call<job::v1::Job>(
      capture, *stub, &Stub::Diagnose, request,
      {.repeat = request.request_id().empty() && !request.validate_only() ? Repeat::kForbidden
                                                                          : Repeat::kAllowed});
}

absl::StatusOr<capture::v1::Diagnostics> ReadDiagnostics(const Connection& connection,
                                                         const artifact::v1::Artifact& artifact) {
  return ReadResult<capture::v1::Diagnostics>(
      connection, artifact, artifact::v1::ARTIFACT_KIND_DIAGNOSTICS, "diagnostics");
}

}  // namespace widthlab::client
