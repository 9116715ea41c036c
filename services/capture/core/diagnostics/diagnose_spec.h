// What a diagnose spec means beyond its fields' own rules.
//
//   RETURN_IF_ERROR(FinishDiagnoseSpec(spec, store, device));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_SPEC_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_SPEC_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/model/compute_device.h"
#include "widthlab/capture/v1/diagnostics.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::capture {

// For a spec that spec::Resolve accepted and whose inputs exist. Errors of FinishLossSpec, and
// INVALID_ARGUMENT on skip_first where it leaves nothing of a sequence.
absl::Status FinishDiagnoseSpec(v1::DiagnoseSpec& spec, artifact::ArtifactStore& store,
                                const model::ComputeDevice& device);

// Roughly, for this machine: text is taken to fill its sequences.
absl::StatusOr<job::v1::CostEstimate> EstimateDiagnosis(const v1::DiagnoseSpec& spec,
                                                        artifact::ArtifactStore& store);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_SPEC_H_
