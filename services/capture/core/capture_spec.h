// What a capture spec means beyond its fields' own rules.
//
//   RETURN_IF_ERROR(FinishCaptureSpec(spec, store));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_SPEC_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_SPEC_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/capture/v1/capture.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::capture {

// Writes the device class and checks the spec against its model, for a spec that spec::Resolve
// accepted and whose inputs exist. INVALID_ARGUMENT on the field: sequence_length above the model's
// positions, skip_first that leaves no position, a model that does not read bytes, another device
// class than this machine's.
absl::Status FinishCaptureSpec(v1::CaptureSpec& spec, artifact::ArtifactStore& store);

// Roughly, for this machine.
absl::StatusOr<job::v1::CostEstimate> EstimateCapture(const v1::CaptureSpec& spec,
                                                      artifact::ArtifactStore& store);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_SPEC_H_
