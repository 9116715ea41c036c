// What can be said of the spec of a comparison alone.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_SPEC_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_SPEC_H_

#include "absl/status/status.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Arm names differ, and every arm has a run for each seed. INVALID_ARGUMENT names the field.
absl::Status CheckCompareSpec(const v1::CompareSpec& spec);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_SPEC_H_
