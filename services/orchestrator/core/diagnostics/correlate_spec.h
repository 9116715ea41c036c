// What can be said of the spec of correlations alone.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_SPEC_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_SPEC_H_

#include "absl/status/status.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {

// No two models have one name. INVALID_ARGUMENT names the field.
absl::Status CheckCorrelateSpec(const v1::CorrelateSpec& spec);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_SPEC_H_
