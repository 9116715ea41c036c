// Whether the runs of a comparison are paired, so that their differences mean what they should.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_PAIRING_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_PAIRING_H_

#include <vector>

#include "absl/status/status.h"
#include "services/orchestrator/core/comparison/compare_runs.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Run i of every arm has seed i; all runs of an arm have the same widths; all runs were evaluated
// on the same documents and trained with the same options, but for schedule and seed.
// INVALID_ARGUMENT names the run and what differs.
absl::Status CheckPairing(const v1::CompareSpec& spec, const std::vector<ArmRecord>& arms);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_PAIRING_H_
