#include "clients/cpp/health_client.h"

#include <memory>

#include "clients/cpp/call.h"
#include "common/status/macros.h"
#include "grpc/health/v1/health.grpc.pb.h"

namespace widthlab::client {

using grpc::health::v1::Health;
using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

absl::StatusOr<bool> IsServing(const Connection& connection, const std::string& service) {
  const std::unique_ptr<Health::StubInterface> stub = Health::NewStub(connection.channel);
  HealthCheckRequest request;
  request.set_service(service);
  ASSIGN_OR_RETURN(
      const HealthCheckResponse response,
      Call<HealthCheckResponse>(connection, *stub, &Health::StubInterface::Check, request,
                                {.timeout = absl::Seconds(5), .repeat = Repeat::kForbidden}));
  return response.status() == HealthCheckResponse::SERVING;
}

}  // namespace widthlab::client
