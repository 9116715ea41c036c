#include "services/capture/core/sensitivity/sensitivity_step.h"

#include <utility>

#include "services/capture/core/sensitivity/loss_step.h"
#include "services/capture/core/sensitivity/measure_sensitivity.h"
#include "services/capture/core/sensitivity/sensitivity_spec.h"

namespace widthlab::capture {

absl::StatusOr<std::string> RunSensitivity(const v1::SensitivitySpec& spec,
                                           const job::StepContext& context,
                                           const model::ComputeDevice& device) {
  return RunLossStep(spec, context, device, artifact::v1::ARTIFACT_KIND_SENSITIVITY,
                     "sensitivity.json", MeasureSensitivity);
}

job::Step SensitivityStep(const model::ComputeDevice& device) {
  job::Step step;
  step.kind = kSensitivityKind;
  step.algorithm_version = kSensitivityVersion;
  step.finish_spec = [device](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return FinishSensitivitySpec(static_cast<v1::SensitivitySpec&>(spec), store, device);
  };
  step.estimate = [](const google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return EstimateSensitivity(static_cast<const v1::SensitivitySpec&>(spec), store);
  };
  return job::MakeStep<v1::SensitivitySpec>(
      std::move(step), [device](const v1::SensitivitySpec& spec, const job::StepContext& context) {
        return RunSensitivity(spec, context, device);
      });
}

}  // namespace widthlab::capture
