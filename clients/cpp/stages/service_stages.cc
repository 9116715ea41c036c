#include "clients/cpp/stages/service_stages.h"

#include "clients/cpp/stages/submit.h"

namespace widthlab::client {

ServiceStages::ServiceStages(const Connections& connections, const PatienceOptions& patience)
    : train_(connections.training, SubmitTraining(connections.training), patience),
      capture_(connections.capture, SubmitCapture(connections.capture), patience),
      sensitivity_(connections.capture, SubmitSensitivity(connections.capture), patience),
      diagnose_(connections.capture, SubmitDiagnosis(connections.capture), patience),
      measure_(connections.geometry, SubmitMeasurement(connections.geometry), patience),
      schedule_(connections.schedule, patience) {}

pipeline::StageMap ServiceStages::map() {
  using pipeline::v1::PipelineStep;
  return {{PipelineStep::kTrain, &train_},
          {PipelineStep::kCapture, &capture_},
          {PipelineStep::kSensitivity, &sensitivity_},
          {PipelineStep::kDiagnose, &diagnose_},
          {PipelineStep::kMeasure, &measure_},
          {PipelineStep::kSchedule, &schedule_}};
}

}  // namespace widthlab::client
