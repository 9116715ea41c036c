// A server as far as the demonstration sees one: holds a data folder, says where it listens,
// answers ListJobs, ends on SIGTERM.
#include <csignal>
#include <iostream>
#include <string>

#include "common/artifact/data_folder.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace {

class FakeJobs : public widthlab::job::v1::JobService::Service {
  grpc::Status ListJobs(grpc::ServerContext*, const widthlab::job::v1::ListJobsRequest*,
                        widthlab::job::v1::ListJobsResponse*) override {
    return grpc::Status::OK;
  }
};

std::string FlagValue(int argc, char** argv, const std::string& name) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (name == argv[i]) return argv[i + 1];
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  const auto data = widthlab::artifact::DataFolder::Open(FlagValue(argc, argv, "--data"));
  if (!data.ok()) {
    std::cerr << data.status().message() << std::endl;
    return 1;
  }
  FakeJobs jobs;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(FlagValue(argc, argv, "--listen"), grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&jobs);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || !data->WriteAddress("127.0.0.1:" + std::to_string(port)).ok()) return 1;
  int signal = 0;
  sigwait(&signals, &signal);
  return 0;
}
