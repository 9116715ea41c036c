// What a capture spec means beyond its fields' own rules.
//
//   RETURN_IF_ERROR(FinishCaptureSpec(spec, store, device));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_SPEC_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_SPEC_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/artifact/artifact_store.h"
#include "common/model/compute_device.h"
#include "widthlab/capture/v1/capture.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::capture {

// Writes the class of `device` and the format of the text, and checks the spec against its model,
// for a spec that spec::Resolve accepted and whose inputs exist. INVALID_ARGUMENT on the field:
// sequence_length above the model's positions, skip_first that leaves no position, input_format and
// input_field, a model that does not read bytes, another device class than this one.
absl::Status FinishCaptureSpec(v1::CaptureSpec& spec, artifact::ArtifactStore& store,
                               const model::ComputeDevice& device);

// Roughly, for this machine: text is taken to fill its sequences. Memory: two layers of weights,
// the states of all tokens twice, the projections of 4,096 of them, one layer's cloud.
absl::StatusOr<job::v1::CostEstimate> EstimateCapture(const v1::CaptureSpec& spec,
                                                      artifact::ArtifactStore& store);

// The same for `tokens` in sequences of `length`, of which `rows` are kept at `points` points.
job::v1::CostEstimate EstimateTokens(const architecture::Architecture& a, int64_t tokens,
                                     int64_t length, int64_t rows, std::string_view dtype,
                                     int64_t points);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_CAPTURE_SPEC_H_
