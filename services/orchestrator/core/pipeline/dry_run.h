// What a run would do: which steps the cache answers, and roughly what the others cost.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_DRY_RUN_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_DRY_RUN_H_

#include "absl/status/statusor.h"
#include "services/orchestrator/core/pipeline/plan.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Asks the stages, step by step, and fills in `metadata`, which has a StepStatus for each step of
// the plan: artifact and `cached` where the cache has it, an estimate where the inputs are known. A
// step whose inputs are still to be made gets none (depends_on says which those are), except that
// training is estimated as if its widths were uniform, for every schedule costs the same.
// Errors are those of the stages, under the step's field: INVALID_ARGUMENT, NOT_FOUND, UNAVAILABLE.
absl::Status DescribeSteps(const Plan& plan, const StageMap& stages, v1::RunMetadata& metadata);

// The same for those steps alone that wait for no other, so that what their services would refuse
// is refused before anything starts. A service that does not answer now is no error.
absl::Status CheckWithStages(const Plan& plan, const StageMap& stages);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_DRY_RUN_H_
