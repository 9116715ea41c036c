// A pipeline that has been checked: every default written out, every reference known, in an order
// in which the steps can run.
//
//   ASSIGN_OR_RETURN(Plan plan, PlanPipeline(pipeline));
//   RETURN_IF_ERROR(ResolveInputs(plan, store));
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_PLAN_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_PLAN_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

struct PlannedStep {
  // Spec resolved, references as they were given ("step:ID" or an id).
  v1::PipelineStep step = {};
  // Ids of the steps whose results it reads, each once, in field order.
  std::vector<std::string> depends_on = {};
  // "steps[3].train", for errors.
  std::string field = {};
};

struct Plan {
  // Each after all that it depends on.
  std::vector<PlannedStep> steps = {};
};

// Needs no server but this one. INVALID_ARGUMENT names step and field: no spec, a bad or double id,
// a value out of range, an unknown "step:ID", a result of the wrong kind, a cycle.
absl::StatusOr<Plan> PlanPipeline(const v1::Pipeline& pipeline);

// Writes out the full id of every artifact that is named by one, and checks that it exists and has
// a kind that its field takes. NOT_FOUND and INVALID_ARGUMENT name step and field.
absl::Status ResolveInputs(Plan& plan, artifact::ArtifactStore& store);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_PLAN_H_
