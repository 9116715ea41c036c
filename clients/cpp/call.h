// One unary call: deadline, attempts, and the conversion of its status.
//
//   auto stub = job::v1::JobService::NewStub(connection.channel);
//   return Call<job::v1::Job>(connection, *stub, &job::v1::JobService::StubInterface::GetJob,
//                             request);
#ifndef WIDTHLAB_CLIENTS_CPP_CALL_H_
#define WIDTHLAB_CLIENTS_CPP_CALL_H_

#include <chrono>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/retry.h"
#include "common/rpc/grpc_status.h"
#include "grpcpp/client_context.h"

namespace widthlab::client {

// Whether a call may be made again after it failed in passing.
enum class Repeat { kAllowed, kForbidden };

struct CallOptions {
  // Of one attempt.
  absl::Duration timeout = absl::Seconds(60);
  Repeat repeat = Repeat::kAllowed;
};

template <typename Response, typename Stub, typename Request>
absl::StatusOr<Response> Call(const Connection& connection, Stub& stub,
                              grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                           Response*),
                              const Request& request, const CallOptions& options = {}) {
  const auto attempt = [&]() -> absl::StatusOr<Response> {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() +
                         absl::ToChronoMilliseconds(options.timeout));
    Response response;
    const grpc::Status status = (stub.*method)(&context, request, &response);
    if (!status.ok()) return ExplainUnreachable(connection, rpc::FromGrpc(status));
    return response;
  };
  return options.repeat == Repeat::kAllowed ? Retry(connection.retry, attempt) : attempt();
}

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_CALL_H_
