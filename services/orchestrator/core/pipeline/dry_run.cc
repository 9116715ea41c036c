#include "services/orchestrator/core/pipeline/dry_run.h"

#include <map>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

using Artifacts = std::map<std::string, std::string>;

// The step with its references replaced; nullopt where one is not made yet.
absl::StatusOr<std::optional<v1::PipelineStep>> WithKnownInputs(v1::PipelineStep step,
                                                                const Artifacts& artifacts) {
  if (step.has_train() && ReferencedStep(step.train().schedule()).has_value() &&
      artifacts.count(*ReferencedStep(step.train().schedule())) == 0) {
    step.mutable_train()->clear_schedule();
  }
  bool known = true;
  RETURN_IF_ERROR(spec::ReplaceInputs(
      *MutableSpecOf(step), [&](const spec::InputReference& input) -> absl::StatusOr<std::string> {
        const std::optional<std::string> id = ReferencedStep(input.id);
        if (!id.has_value()) return input.id;
        const auto found = artifacts.find(*id);
        known = known && found != artifacts.end();
        return found == artifacts.end() ? input.id : found->second;
      }));
  if (!known) return std::nullopt;
  return step;
}

absl::StatusOr<job::v1::StepMetadata> Describe(const PlannedStep& planned,
                                               const v1::PipelineStep& step,
                                               const StageMap& stages) {
  const auto stage = stages.find(step.spec_case());
  if (stage == stages.end()) {
    return absl::UnimplementedError(absl::StrCat("nothing here runs steps of kind ", KindOf(step)));
  }
  absl::StatusOr<job::v1::StepMetadata> metadata = stage->second->Describe(step);
  if (metadata.ok()) return metadata;
  return WithContext(UnderField(metadata.status(), planned.field),
                     absl::StrCat("step \"", planned.step.id(), "\""));
}

// Whether a dry description is of the step itself, and not of one with another schedule.
bool IsItself(const PlannedStep& planned, const v1::PipelineStep& described) {
  return !planned.step.has_train() ||
         planned.step.train().schedule().empty() == described.train().schedule().empty();
}

}  // namespace

absl::Status DescribeSteps(const Plan& plan, const StageMap& stages, v1::RunMetadata& metadata) {
  Artifacts artifacts;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const PlannedStep& planned = plan.steps[i];
    v1::StepStatus& status = *metadata.mutable_steps(static_cast<int>(i));
    status.clear_state();
    ASSIGN_OR_RETURN(const std::optional<v1::PipelineStep> step,
                     WithKnownInputs(planned.step, artifacts));
    if (!step.has_value()) continue;
    ASSIGN_OR_RETURN(const job::v1::StepMetadata described, Describe(planned, *step, stages));
    if (described.has_estimate()) *status.mutable_estimate() = described.estimate();
    if (described.cached_artifact().empty() || !IsItself(planned, *step)) continue;
    status.set_artifact(described.cached_artifact());
    status.set_cached(true);
    artifacts[planned.step.id()] = described.cached_artifact();
  }
  return absl::OkStatus();
}

absl::Status CheckWithStages(const Plan& plan, const StageMap& stages) {
  // One question to a service that is away is enough.
  std::set<v1::PipelineStep::SpecCase> away;
  for (const PlannedStep& planned : plan.steps) {
    if (!planned.depends_on.empty() || away.count(planned.step.spec_case()) > 0) continue;
    const absl::Status status = Describe(planned, planned.step, stages).status();
    if (absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status)) {
      away.insert(planned.step.spec_case());
      continue;
    }
    RETURN_IF_ERROR(status);
  }
  return absl::OkStatus();
}

}  // namespace widthlab::pipeline
