// Runs steps as jobs of a service: submits, watches through lost connections and restarts of either
// side, cancels, and fetches the result.
//
//   JobStage training(connections.training, SubmitTraining(connections.training));
#ifndef WIDTHLAB_CLIENTS_CPP_STAGES_JOB_STAGE_H_
#define WIDTHLAB_CLIENTS_CPP_STAGES_JOB_STAGE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/stages/patience.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace widthlab::client {

struct SubmitOptions {
  std::string request_id = {};
  bool validate_only = false;
  bool ignore_cache = false;
};

// The RPC of one service that makes a job for one kind of step.
using SubmitStep = std::function<absl::StatusOr<job::v1::Job>(
    const pipeline::v1::PipelineStep& step, const SubmitOptions& options)>;

class JobStage : public pipeline::Stage {
 public:
  // The server at `connection` has the job service that answers for the jobs of `submit`.
  JobStage(Connection connection, SubmitStep submit, const PatienceOptions& patience = {});

  absl::StatusOr<job::v1::StepResult> Run(const pipeline::StageCall& call) override;
  absl::StatusOr<job::v1::StepMetadata> Describe(const pipeline::v1::PipelineStep& step) override;

 private:
  // The job, waiting for a service that is away or has a full queue.
  absl::StatusOr<job::v1::Job> SubmitPatiently(const pipeline::StageCall& call);

  // The job in its final state; nullopt where the server has forgotten it.
  absl::StatusOr<std::optional<job::v1::Job>> Follow(const std::string& name,
                                                     const pipeline::StageCall& call);

  // Reads one stream to its end, and keeps the latest job.
  absl::Status ReadWatch(const std::string& name, const pipeline::StageCall& call,
                         std::optional<job::v1::Job>& last);

  // Cancels the job, unless it is to be left running, and returns CANCELLED.
  absl::Status Abandon(const std::string& name, const pipeline::StageCall& call);
  void Cancel(const std::string& name);

  const Connection connection_;
  const SubmitStep submit_;
  const PatienceOptions patience_;
  const std::unique_ptr<job::v1::JobService::StubInterface> jobs_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_STAGES_JOB_STAGE_H_
