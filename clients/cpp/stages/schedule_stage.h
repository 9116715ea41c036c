// Builds schedules, which the schedule service answers at once.
#ifndef WIDTHLAB_CLIENTS_CPP_STAGES_SCHEDULE_STAGE_H_
#define WIDTHLAB_CLIENTS_CPP_STAGES_SCHEDULE_STAGE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/stages/patience.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/schedule/v1/schedule_service.grpc.pb.h"

namespace widthlab::client {

class ScheduleStage : public pipeline::Stage {
 public:
  explicit ScheduleStage(Connection connection, const PatienceOptions& patience = {});

  absl::StatusOr<job::v1::StepResult> Run(const pipeline::StageCall& call) override;
  absl::StatusOr<job::v1::StepMetadata> Describe(const pipeline::v1::PipelineStep& step) override;

 private:
  absl::StatusOr<schedule::v1::BuildScheduleResponse> Build(
      const schedule::v1::BuildScheduleRequest& request);

  const Connection connection_;
  const PatienceOptions patience_;
  const std::unique_ptr<schedule::v1::ScheduleService::StubInterface> stub_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_STAGES_SCHEDULE_STAGE_H_
