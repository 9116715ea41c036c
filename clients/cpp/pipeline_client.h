// Runs: graphs of steps that the orchestrator takes through the other services.
//
//   PipelineClient pipelines(connections.orchestrator);
//   ASSIGN_OR_RETURN(Job run, pipelines.Run(request));
//   ASSIGN_OR_RETURN(run, pipelines.Wait(run.name(), show));
//
// Safe to use from many threads.
#ifndef WIDTHLAB_CLIENTS_CPP_PIPELINE_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_PIPELINE_CLIENT_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/pipeline/v1/pipeline_service.grpc.pb.h"

namespace widthlab::client {

class PipelineClient {
 public:
  explicit PipelineClient(Connection connection);

  // A request without an id gets one, so that an attempt made twice starts one run.
  absl::StatusOr<job::v1::Job> Run(pipeline::v1::RunPipelineRequest request);
  absl::StatusOr<job::v1::Job> RunDiagnostics(pipeline::v1::RunDiagnosticsRequest request);
  absl::StatusOr<job::v1::Job> Reproduce(pipeline::v1::ReproduceArtifactRequest request);

  absl::StatusOr<job::v1::Job> Get(const std::string& name);
  absl::StatusOr<pipeline::v1::ListRunsResponse> List(const pipeline::v1::ListRunsRequest& request);
  absl::StatusOr<job::v1::Job> Cancel(const std::string& name);
  absl::StatusOr<pipeline::v1::Comparison> GetComparison(const std::string& artifact);

  // One picture of an artifact; its first where `figure` is empty.
  absl::StatusOr<pipeline::v1::RenderFigureResponse> RenderFigure(const std::string& artifact,
                                                                  const std::string& figure);

  // Shows the run at each change, returns it in its final state.
  absl::StatusOr<job::v1::Job> Wait(const std::string& name,
                                    const std::function<void(const job::v1::Job&)>& show = {});

 private:
  Connection connection_;
  std::unique_ptr<pipeline::v1::PipelineService::StubInterface> stub_;
};

// 32 hexadecimal digits that nobody else has drawn.
std::string NewRequestId();

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_PIPELINE_CLIENT_H_
