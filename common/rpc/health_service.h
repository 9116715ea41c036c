// grpc.health.v1.Health, described by reflection: one entry for each service, and "" for all.
#ifndef WIDTHLAB_COMMON_RPC_HEALTH_SERVICE_H_
#define WIDTHLAB_COMMON_RPC_HEALTH_SERVICE_H_

#include <string>
#include <vector>

#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "grpc/health/v1/health.grpc.pb.h"

namespace widthlab::rpc {

// SERVING until the host drains, NOT_SERVING from then on.
class HealthServiceImpl final : public grpc::health::v1::Health::Service {
 public:
  // `host` must outlive the service.
  HealthServiceImpl(std::vector<std::string> services, Host& host);

  grpc::Status Check(grpc::ServerContext* context,
                     const grpc::health::v1::HealthCheckRequest* request,
                     grpc::health::v1::HealthCheckResponse* response) override;

  grpc::Status Watch(grpc::ServerContext* context,
                     const grpc::health::v1::HealthCheckRequest* request,
                     grpc::ServerWriter<grpc::health::v1::HealthCheckResponse>* writer) override;

 private:
  grpc::health::v1::HealthCheckResponse StatusOf(const std::string& service) const;

  std::vector<std::string> services_;
  Host& host_;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_HEALTH_SERVICE_H_
