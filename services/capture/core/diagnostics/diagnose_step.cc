#include "services/capture/core/diagnostics/diagnose_step.h"

#include <utility>

#include "services/capture/core/diagnostics/diagnose.h"
#include "services/capture/core/diagnostics/diagnose_spec.h"
#include "services/capture/core/sensitivity/loss_step.h"

namespace widthlab::capture {

absl::StatusOr<std::string> RunDiagnosis(const v1::DiagnoseSpec& spec,
                                         const job::StepContext& context,
                                         const model::ComputeDevice& device) {
  return RunLossStep(spec, context, device, artifact::v1::ARTIFACT_KIND_DIAGNOSTICS,
                     "diagnostics.json", Diagnose);
}

job::Step DiagnoseStep(const model::ComputeDevice& device) {
  job::Step step;
  step.kind = kDiagnoseKind;
  step.algorithm_version = kDiagnoseVersion;
  step.finish_spec = [device](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return FinishDiagnoseSpec(static_cast<v1::DiagnoseSpec&>(spec), store, device);
  };
  step.estimate = [](const google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return EstimateDiagnosis(static_cast<const v1::DiagnoseSpec&>(spec), store);
  };
  return job::MakeStep<v1::DiagnoseSpec>(
      std::move(step), [device](const v1::DiagnoseSpec& spec, const job::StepContext& context) {
        return RunDiagnosis(spec, context, device);
      });
}

}  // namespace widthlab::capture
