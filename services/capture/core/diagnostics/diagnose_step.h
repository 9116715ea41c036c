// Diagnose as a step: from a model and a text to diagnostics.
//
//   registry.Add(capture::DiagnoseStep());
//
// The artifact holds diagnostics.json (widthlab/capture/v1/diagnostics.proto).
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_STEP_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_STEP_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/job/step.h"
#include "common/model/compute_device.h"
#include "widthlab/capture/v1/diagnostics.pb.h"

namespace widthlab::capture {

inline constexpr char kDiagnoseKind[] = "capture.Diagnose";
inline constexpr char kDiagnoseVersion[] = "capture.Diagnose/1";

// `spec` as FinishDiagnoseSpec left it. Finished layers are kept in the job's scratch folder, so
// that the job goes on after a crash where it stopped. Errors: those of Diagnose and of
// the store.
absl::StatusOr<std::string> RunDiagnosis(const v1::DiagnoseSpec& spec,
                                         const job::StepContext& context,
                                         const model::ComputeDevice& device);

// The model runs on `device`, whose class its spec says.
job::Step DiagnoseStep(const model::ComputeDevice& device = {});

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_STEP_H_
