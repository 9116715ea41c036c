// Expands a request for diagnostics into typed steps:
//
//   scaled/0/factor-0.5        measure    the profile of the first model on states times 0.5
//   scaled/0/no-norm-growth    measure
//   correlations               correlate  of all models
//
// A measurement is that of the model's profile in everything but the scale of the states.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_EXPAND_DIAGNOSTICS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_EXPAND_DIAGNOSTICS_H_

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// INVALID_ARGUMENT names the template's field: out of range, given although it is filled in
// ("correlate.models"), a factor of 1, something that is no profile. NOT_FOUND ARTIFACT_NOT_FOUND.
absl::StatusOr<v1::Pipeline> ExpandDiagnostics(const v1::DiagnosticsTemplate& request,
                                               artifact::ArtifactStore& store);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_EXPAND_DIAGNOSTICS_H_
