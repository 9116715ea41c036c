// The services that widthctl asks, with one of everything, without a socket.
#ifndef WIDTHLAB_CLIENTS_CLI_FAKE_SERVER_H_
#define WIDTHLAB_CLIENTS_CLI_FAKE_SERVER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/testing/in_process_server.h"
#include "widthlab/pipeline/v1/pipeline_service.grpc.pb.h"

namespace widthlab::cli {

class FakeServer {
 public:
  FakeServer();
  ~FakeServer();

  // What a test connects to instead of an address.
  absl::StatusOr<client::Connections> Connect(const std::string& server);

  // The last run asked for, and how each run ends.
  pipeline::v1::RunPipelineRequest last_run;
  job::v1::JobState end = job::v1::JOB_STATE_SUCCEEDED;
  // Whether bytes are equal and whole.
  bool bytes_are_equal = true;
  // Names that artifacts and jobs were asked for by.
  std::vector<std::string> asked;

 private:
  class Artifacts;
  class Jobs;
  class Models;
  class Pipelines;
  class Schedules;

  std::unique_ptr<Artifacts> artifacts_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Models> models_;
  std::unique_ptr<Pipelines> pipelines_;
  std::unique_ptr<Schedules> schedules_;
  std::unique_ptr<client::InProcessServer> server_;
};

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_FAKE_SERVER_H_
