#include "services/orchestrator/core/pipeline/reproduce.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/compare_files.h"
#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

// The field `device_class` of a spec, where it has one.
const google::protobuf::FieldDescriptor* DeviceClassField(const google::protobuf::Message& spec) {
  return spec.GetDescriptor()->FindFieldByName("device_class");
}

std::string DeviceClassOf(const google::protobuf::Message& spec) {
  const auto* field = DeviceClassField(spec);
  return field == nullptr ? "" : spec.GetReflection()->GetString(spec, field);
}

absl::StatusOr<std::string> DeviceClassOf(const artifact::v1::Artifact& artifact) {
  ASSIGN_OR_RETURN(const v1::PipelineStep step, StepOf(artifact));
  return DeviceClassOf(*SpecOf(step));
}

bool IsAnotherClass(const absl::Status& status) {
  const auto facts = FactsOf(status);
  return absl::IsInvalidArgument(status) && facts.has_value() &&
         facts->field.find("device_class") != std::string::npos;
}

absl::StatusOr<job::v1::StepResult> RunAgain(Stage& stage, v1::PipelineStep step,
                                             const ReproduceOptions& options,
                                             const job::CancelToken& cancel) {
  const auto run = [&](const std::string& request_id) {
    return stage.Run({.step = step,
                      .request_id = request_id,
                      .ignore_cache = true,
                      .cancel = cancel,
                      .leave_running = options.leave_running,
                      .on_update = options.on_update});
  };
  absl::StatusOr<job::v1::StepResult> result = run(options.request_id);
  if (result.ok() || !IsAnotherClass(result.status())) return result;
  google::protobuf::Message& spec = *MutableSpecOf(step);
  spec.GetReflection()->ClearField(&spec, DeviceClassField(spec));
  return run(absl::StrCat(options.request_id, "/own-class"));
}

std::string NoteOn(const artifact::v1::Artifact& first, const artifact::v1::Artifact& again,
                   const std::string& first_class, const std::string& new_class) {
  std::string note = first_class == new_class
                         ? "same class"
                         : absl::StrCat("made on ", first_class, ", made again on ", new_class);
  if (first.manifest().algorithm_version() != again.manifest().algorithm_version()) {
    absl::StrAppend(&note, "; made by ", first.manifest().algorithm_version(), ", made again by ",
                    again.manifest().algorithm_version());
  }
  return note;
}

}  // namespace

absl::StatusOr<v1::PipelineStep> StepOf(const artifact::v1::Artifact& artifact) {
  std::optional<v1::PipelineStep> step = StepWithSpec(artifact.manifest().spec_type());
  if (!step.has_value()) {
    return FailedPrecondition(
        "NOT_REPRODUCIBLE",
        absl::StrCat("artifact ", artifact.id(), " was made by ", artifact.manifest().spec_type(),
                     ", which is no step that can be run again; an import is checked by Verify"));
  }
  RETURN_IF_ERROR(
      WithContext(spec::ParseJson(artifact.manifest().spec_json(), *MutableSpecOf(*step)),
                  absl::StrCat("spec of artifact ", artifact.id())));
  step->set_id("again");
  return *step;
}

absl::StatusOr<v1::Reproduction> Reproduce(const artifact::v1::Artifact& artifact,
                                           const StageMap& stages, artifact::ArtifactStore& store,
                                           const ReproduceOptions& options,
                                           const job::CancelToken& cancel) {
  ASSIGN_OR_RETURN(const v1::PipelineStep step, StepOf(artifact));
  const auto stage = stages.find(step.spec_case());
  if (stage == stages.end()) {
    return absl::UnimplementedError(absl::StrCat("nothing here runs steps of kind ", KindOf(step)));
  }
  ASSIGN_OR_RETURN(const job::v1::StepResult result,
                   RunAgain(*stage->second, step, options, cancel));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact again, store.Get(result.artifact()));
  ASSIGN_OR_RETURN(const std::string new_class, DeviceClassOf(again));
  v1::Reproduction reproduction;
  reproduction.set_artifact(artifact.id());
  RETURN_IF_ERROR(CompareFiles(artifact, again, store, reproduction));
  reproduction.set_device_class_note(
      NoteOn(artifact, again, DeviceClassOf(*SpecOf(step)), new_class));
  return reproduction;
}

}  // namespace widthlab::pipeline
