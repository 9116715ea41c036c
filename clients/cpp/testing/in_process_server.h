// A server without a socket, for tests of clients against fakes of the generated services.
//
//   FakeJobService jobs;
//   InProcessServer server({&jobs});
//   JobClient client(server.connection());
#ifndef WIDTHLAB_CLIENTS_CPP_TESTING_IN_PROCESS_SERVER_H_
#define WIDTHLAB_CLIENTS_CPP_TESTING_IN_PROCESS_SERVER_H_

#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "clients/cpp/connection.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"

namespace widthlab::client {

class InProcessServer {
 public:
  // The services must outlive the server.
  explicit InProcessServer(const std::vector<grpc::Service*>& services) {
    grpc::ServerBuilder builder;
    for (grpc::Service* service : services) builder.RegisterService(service);
    server_ = builder.BuildAndStart();
  }

  // Tries again at once, without sleeping.
  Connection connection() const {
    Connection connection{"in-process", server_->InProcessChannel(grpc::ChannelArguments()), {}};
    connection.retry.sleep = [](absl::Duration) {};
    return connection;
  }

 private:
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_TESTING_IN_PROCESS_SERVER_H_
