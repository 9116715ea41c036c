// The four services as the stages of a pipeline.
//
//   ServiceStages services(connections);
//   pipeline::StageMap stages = services.map();      // compare and report are added by the caller
#ifndef WIDTHLAB_CLIENTS_CPP_STAGES_SERVICE_STAGES_H_
#define WIDTHLAB_CLIENTS_CPP_STAGES_SERVICE_STAGES_H_

#include "clients/cpp/connection.h"
#include "clients/cpp/stages/job_stage.h"
#include "clients/cpp/stages/schedule_stage.h"
#include "services/orchestrator/core/pipeline/stage.h"

namespace widthlab::client {

class ServiceStages {
 public:
  explicit ServiceStages(const Connections& connections, const PatienceOptions& patience = {});

  // Must not outlive this.
  pipeline::StageMap map();

 private:
  JobStage train_;
  JobStage capture_;
  JobStage sensitivity_;
  JobStage diagnose_;
  JobStage measure_;
  ScheduleStage schedule_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_STAGES_SERVICE_STAGES_H_
