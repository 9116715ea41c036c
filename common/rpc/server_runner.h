// Runs the services of a process: gRPC with health, reflection, keepalive and limits; metrics over
// HTTP; a drain that lets calls finish.
//
//   int main(...) {
//     rpc::BlockTerminationSignals();                       // before any thread starts
//     rpc::Host host;
//     GeometryServiceImpl geometry(executor, host);
//     auto server = rpc::ServerRunner::Start(
//         {.listen = "127.0.0.1:7072", .metrics_listen = "127.0.0.1:9466"}, host,
//         {{v1::GeometryService::service_full_name(), &geometry}});
//     ...
//     rpc::WaitForTerminationSignal();
//     (*server)->Drain();
//   }
#ifndef WIDTHLAB_COMMON_RPC_SERVER_RUNNER_H_
#define WIDTHLAB_COMMON_RPC_SERVER_RUNNER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/metrics/metrics_server.h"
#include "common/rpc/health_service.h"
#include "common/rpc/host.h"
#include "grpcpp/channel.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"

namespace widthlab::rpc {

struct ServeOptions {
  // HOST:PORT; port 0 takes a free one. Empty for a server that only this process reaches.
  std::string listen = "127.0.0.1:7070";

  // HOST:PORT of the metrics page; empty for none.
  std::string metrics_listen = {};

  // How long calls may still run after Drain began.
  absl::Duration grace = absl::Seconds(10);

  // Plain text where null.
  std::shared_ptr<grpc::ServerCredentials> credentials = {};
};

// A service with its full name, under which it has its health entry.
struct NamedService {
  std::string name;
  grpc::Service* service;
};

class ServerRunner {
 public:
  // Serves from its return on. `host` and the services must outlive the runner.
  // FAILED_PRECONDITION CANNOT_LISTEN says what is wrong with the address: in use, not allowed,
  // not this machine's.
  static absl::StatusOr<std::unique_ptr<ServerRunner>> Start(
      const ServeOptions& options, Host& host, const std::vector<NamedService>& services);

  // Drains.
  ~ServerRunner();

  // HOST:PORT as asked for, with the port that was taken.
  const std::string& address() const { return address_; }
  int port() const { return port_; }

  // 0 without a metrics page.
  int metrics_port() const { return metrics_ == nullptr ? 0 : metrics_->port(); }

  // A channel inside the process, without a socket.
  std::shared_ptr<grpc::Channel> InProcessChannel();

  // Takes no more calls, ends watching streams, lets the others finish within the grace, and
  // returns when all have ended. Never to be called in a handler.
  void Drain();

 private:
  ServerRunner(const ServeOptions& options, Host& host) : host_(host), grace_(options.grace) {}

  absl::Status Listen(const ServeOptions& options, const std::vector<NamedService>& services);

  Host& host_;
  absl::Duration grace_;
  std::string address_;
  int port_ = 0;
  std::unique_ptr<HealthServiceImpl> health_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<metrics::MetricsServer> metrics_;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_SERVER_RUNNER_H_
