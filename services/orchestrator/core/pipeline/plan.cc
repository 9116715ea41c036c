#include "services/orchestrator/core/pipeline/plan.h"

#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/input_kinds.h"
#include "services/orchestrator/core/pipeline/spec_checks.h"
#include "services/orchestrator/core/pipeline/step_graph.h"
#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

// Position of every step by its id.
using Positions = std::map<std::string, int>;

constexpr size_t kLongestId = 200;
constexpr int kMostSteps = 10000;

bool IsStepId(const std::string& id) {
  return !id.empty() && id.size() <= kLongestId && std::all_of(id.begin(), id.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.' ||
           c == '/';
  });
}

absl::StatusOr<Positions> IndexSteps(const v1::Pipeline& pipeline) {
  Positions positions;
  for (int i = 0; i < pipeline.steps_size(); ++i) {
    const std::string& id = pipeline.steps(i).id();
    const std::string field = absl::StrCat("steps[", i, "].id");
    if (!IsStepId(id)) {
      return InvalidField(
          field, absl::StrCat("\"", id, "\""),
          absl::StrCat("1 to ", kLongestId, " letters, digits, '_', '-', '.' and '/'"));
    }
    if (!positions.emplace(id, i).second) {
      return InvalidFieldBecause(field, absl::StrCat("\"", id, "\" is the id of two steps"));
    }
  }
  return positions;
}

absl::Status DependsOnItself(const std::string& field, const std::string& id) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "STEP_CYCLE",
                    .field = field,
                    .metadata = {{"cycle", absl::StrCat(id, " -> ", id)}}},
                   absl::StrCat(field, " makes step \"", id, "\" depend on itself"));
}

absl::Status CheckReference(const spec::InputReference& input, const v1::Pipeline& pipeline,
                            const Positions& positions, const std::string& id) {
  const auto found = positions.find(id);
  if (found == positions.end()) {
    return MakeError(
        absl::StatusCode::kInvalidArgument,
        {.reason = "UNKNOWN_STEP", .field = input.field, .metadata = {{"value", input.id}}},
        absl::StrCat(input.field, " is \"", input.id, "\", but the pipeline has no such step"));
  }
  return CheckKind(input, ResultKind(pipeline.steps(found->second)),
                   absl::StrCat("the result of step \"", id, "\""));
}

// One step: its spec resolved, and what it depends on.
absl::StatusOr<PlannedStep> PlanStep(const v1::Pipeline& pipeline, int index,
                                     const Positions& positions) {
  PlannedStep planned{.step = pipeline.steps(index)};
  google::protobuf::Message* spec = MutableSpecOf(planned.step);
  if (spec == nullptr) {
    return InvalidFieldBecause("spec",
                               "a step needs train, capture, measure, sensitivity, diagnose, "
                               "schedule, compare, correlate or report");
  }
  RETURN_IF_ERROR(spec::Resolve(*spec));
  RETURN_IF_ERROR(CheckSpec(planned.step));
  for (const spec::InputReference& input : spec::InputsOf(*spec)) {
    const std::optional<std::string> id = ReferencedStep(input.id);
    if (!id.has_value()) continue;
    if (*id == planned.step.id()) return DependsOnItself(input.field, *id);
    RETURN_IF_ERROR(CheckReference(input, pipeline, positions, *id));
    if (std::find(planned.depends_on.begin(), planned.depends_on.end(), *id) ==
        planned.depends_on.end()) {
      planned.depends_on.push_back(*id);
    }
  }
  return planned;
}

std::string FieldOf(const v1::PipelineStep& step, int index) {
  const std::string kind = KindOf(step);
  return kind.empty() ? absl::StrCat("steps[", index, "]")
                      : absl::StrCat("steps[", index, "].", kind);
}

// "step "train/uniform/1": ..." with the field path of the pipeline.
absl::Status InStep(const absl::Status& status, const PlannedStep& planned) {
  return WithContext(UnderField(status, planned.field),
                     absl::StrCat("step \"", planned.step.id(), "\""));
}

}  // namespace

absl::StatusOr<Plan> PlanPipeline(const v1::Pipeline& pipeline) {
  if (pipeline.steps().empty() || pipeline.steps_size() > kMostSteps) {
    return InvalidField("steps", absl::StrCat(pipeline.steps_size(), " steps"),
                        absl::StrCat("1 to ", kMostSteps, " steps"));
  }
  ASSIGN_OR_RETURN(const Positions positions, IndexSteps(pipeline));
  std::vector<PlannedStep> planned;
  std::vector<std::string> ids;
  std::vector<std::vector<std::string>> depends_on;
  for (int i = 0; i < pipeline.steps_size(); ++i) {
    absl::StatusOr<PlannedStep> step = PlanStep(pipeline, i, positions);
    PlannedStep place{.step = pipeline.steps(i), .field = FieldOf(pipeline.steps(i), i)};
    if (!step.ok()) return InStep(step.status(), place);
    step->field = place.field;
    ids.push_back(step->step.id());
    depends_on.push_back(step->depends_on);
    planned.push_back(*std::move(step));
  }
  ASSIGN_OR_RETURN(const std::vector<int> order, OrderSteps(ids, depends_on));
  Plan plan;
  for (int i : order) plan.steps.push_back(std::move(planned[i]));
  return plan;
}

absl::Status ResolveInputs(Plan& plan, artifact::ArtifactStore& store) {
  for (PlannedStep& planned : plan.steps) {
    const absl::Status status = spec::ReplaceInputs(
        *MutableSpecOf(planned.step),
        [&store](const spec::InputReference& input) { return FullId(input, store); });
    if (!status.ok()) return InStep(status, planned);
  }
  return absl::OkStatus();
}

}  // namespace widthlab::pipeline
