// What can be said of a step's spec across its fields before anything runs, so that a pipeline does
// not fail in its last step after hours in the first. The service that runs the step has the last
// word and checks again.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_SPEC_CHECKS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_SPEC_CHECKS_H_

#include "absl/status/status.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// `step` has a resolved spec. INVALID_ARGUMENT names the field inside it: a floor that the budget
// cannot pay for, a cap under it, a batch that its shards do not divide, a sequence longer than the
// model's positions, heads that do not fit, an arm without a run for each seed.
absl::Status CheckSpec(const v1::PipelineStep& step);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_SPEC_CHECKS_H_
