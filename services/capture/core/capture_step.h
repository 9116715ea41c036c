// CaptureActivations as a step: from a model and a text to activations.
//
//   registry.Add(capture::CaptureStep());
//
// The artifact holds cloud.safetensors and summary.json (docs/formats/activations.md).
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_STEP_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_STEP_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/job/step.h"
#include "common/model/compute_device.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

inline constexpr char kCaptureKind[] = "capture.CaptureActivations";
inline constexpr char kCaptureVersion[] = "capture.CaptureActivations/2";

// `spec` as FinishCaptureSpec left it. Errors: those of Capture and of the store.
absl::StatusOr<std::string> CaptureActivations(const v1::CaptureSpec& spec,
                                               const job::StepContext& context,
                                               const model::ComputeDevice& device);

// The model runs on `device`, whose class its spec says.
job::Step CaptureStep(const model::ComputeDevice& device = {});

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_STEP_H_
