#include "common/rpc/health_service.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/rpc/grpc_status.h"
#include "common/status/error.h"

namespace widthlab::rpc {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

HealthServiceImpl::HealthServiceImpl(std::vector<std::string> services, Host& host)
    : services_(std::move(services)), host_(host) {}

HealthCheckResponse HealthServiceImpl::StatusOf(const std::string& service) const {
  const bool known =
      service.empty() || std::find(services_.begin(), services_.end(), service) != services_.end();
  HealthCheckResponse response;
  response.set_status(!known             ? HealthCheckResponse::SERVICE_UNKNOWN
                      : host_.draining() ? HealthCheckResponse::NOT_SERVING
                                         : HealthCheckResponse::SERVING);
  return response;
}

// Probes come every few seconds from every load balancer, so they are neither logged nor counted.
grpc::Status HealthServiceImpl::Check(grpc::ServerContext*, const HealthCheckRequest* request,
                                      HealthCheckResponse* response) {
  *response = StatusOf(request->service());
  if (response->status() != HealthCheckResponse::SERVICE_UNKNOWN) return grpc::Status::OK;
  return ToGrpc(NotFound("SERVICE_NOT_FOUND", "service",
                         absl::StrCat("this server has no service ", request->service())));
}

grpc::Status HealthServiceImpl::Watch(grpc::ServerContext* context,
                                      const HealthCheckRequest* request,
                                      grpc::ServerWriter<HealthCheckResponse>* writer) {
  HealthCheckResponse last;
  for (Call call(*context, host_);;) {
    const HealthCheckResponse now = StatusOf(request->service());
    if (now.status() != last.status() && !writer->Write(now)) return grpc::Status::CANCELLED;
    last = now;
    if (const absl::Status status = call.CheckWatch(); !status.ok()) return ToGrpc(status);
    absl::SleepFor(absl::Milliseconds(100));
  }
}

}  // namespace widthlab::rpc
