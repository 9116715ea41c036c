// What a sensitivity spec means beyond its fields' own rules.
//
//   RETURN_IF_ERROR(FinishSensitivitySpec(spec, store, device));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_SENSITIVITY_SPEC_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_SENSITIVITY_SPEC_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/model/compute_device.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::capture {

// Writes the class of `device` and checks the spec against its model, for a spec that spec::Resolve
// accepted and whose inputs exist. INVALID_ARGUMENT on the field: batches that do not divide
// sequences, sequence_length above the model's positions, a layer that the model does not have,
// another device class than this one.
absl::Status FinishSensitivitySpec(v1::SensitivitySpec& spec, artifact::ArtifactStore& store,
                                   const model::ComputeDevice& device);

// Roughly, for this machine: text is taken to fill its sequences.
absl::StatusOr<job::v1::CostEstimate> EstimateSensitivity(const v1::SensitivitySpec& spec,
                                                          artifact::ArtifactStore& store);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_SENSITIVITY_SPEC_H_
