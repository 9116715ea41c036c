// MeasureSensitivity as a step: from a model and a text to a sensitivity.
//
//   registry.Add(capture::SensitivityStep());
//
// The artifact holds sensitivity.json (widthlab/capture/v1/sensitivity.proto).
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_SENSITIVITY_STEP_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_SENSITIVITY_STEP_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/job/step.h"
#include "common/model/compute_device.h"
#include "widthlab/capture/v1/sensitivity.pb.h"

namespace widthlab::capture {

inline constexpr char kSensitivityKind[] = "capture.MeasureSensitivity";
inline constexpr char kSensitivityVersion[] = "capture.MeasureSensitivity/1";

// `spec` as FinishSensitivitySpec left it. Finished layers are kept in the job's scratch folder, so
// that the job goes on after a crash where it stopped. Errors: those of MeasureSensitivity and of
// the store.
absl::StatusOr<std::string> RunSensitivity(const v1::SensitivitySpec& spec,
                                           const job::StepContext& context,
                                           const model::ComputeDevice& device);

// The model runs on `device`, whose class its spec says.
job::Step SensitivityStep(const model::ComputeDevice& device = {});

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_SENSITIVITY_STEP_H_
