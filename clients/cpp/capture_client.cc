#include "clients/cpp/capture_client.h"

#include <memory>

#include "clients/cpp/call.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"

namespace widthlab::client {

absl::StatusOr<job::v1::Job> CaptureActivations(
    const Connection& connection, const capture::v1::CaptureActivationsRequest& request) {
  const std::unique_ptr<capture::v1::CaptureService::StubInterface> stub =
      capture::v1::CaptureService::NewStub(connection.channel);
  return Call<job::v1::Job>(connection, *stub,
                            &capture::v1::CaptureService::StubInterface::CaptureActivations,
                            request, {.timeout = absl::Hours(1)});
}

}  // namespace widthlab::client
