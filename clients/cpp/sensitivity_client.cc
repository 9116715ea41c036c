#include "clients/cpp/sensitivity_client.h"

#include <memory>
#include <string>

#include "clients/cpp/call.h"
#include "clients/cpp/download.h"
#include "clients/cpp/model_client.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"

namespace widthlab::client {

absl::StatusOr<job::v1::Job> MeasureSensitivity(const Connection& capture,
                                                capture::v1::MeasureSensitivityRequest request) {
  using Stub = capture::v1::CaptureService::StubInterface;
  const std::unique_ptr<Stub> stub = capture::v1::CaptureService::NewStub(capture.channel);
  request.mutable_spec()->set_model(ModelOnServer(request.spec().model()));
  // Without a request id a second attempt could begin a second job.
  return Call<job::v1::Job>(
      capture, *stub, &Stub::MeasureSensitivity, request,
      {.repeat = request.request_id().empty() && !request.validate_only() ? Repeat::kForbidden
                                                                          : Repeat::kAllowed});
}

absl::StatusOr<capture::v1::Sensitivity> ReadSensitivity(const Connection& connection,
                                                         const artifact::v1::Artifact& artifact) {
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_SENSITIVITY ||
        file.name() != "sensitivity.json") {
      continue;
    }
    ASSIGN_OR_RETURN(const std::string json, ReadFile(connection, file));
    capture::v1::Sensitivity sensitivity;
    RETURN_IF_ERROR(WithContext(spec::ParseJson(json, sensitivity), "sensitivity.json"));
    return sensitivity;
  }
  return InvalidField(
      "SENSITIVITY", artifact::v1::ArtifactKind_Name(artifact.manifest().kind()),
      "the id of a sensitivity; `widthctl artifact list --kind sensitivity` has them");
}

}  // namespace widthlab::client
