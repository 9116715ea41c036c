#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

constexpr std::string_view kReferencePrefix = "step:";

const google::protobuf::OneofDescriptor* SpecOneof() {
  return v1::PipelineStep::descriptor()->FindOneofByName("spec");
}

const google::protobuf::FieldDescriptor* SpecField(const v1::PipelineStep& step) {
  return v1::PipelineStep::GetReflection()->GetOneofFieldDescriptor(step, SpecOneof());
}

}  // namespace

std::string KindOf(const v1::PipelineStep& step) {
  const auto* field = SpecField(step);
  return field == nullptr ? "" : field->name();
}

const google::protobuf::Message* SpecOf(const v1::PipelineStep& step) {
  const auto* field = SpecField(step);
  return field == nullptr ? nullptr : &v1::PipelineStep::GetReflection()->GetMessage(step, field);
}

google::protobuf::Message* MutableSpecOf(v1::PipelineStep& step) {
  const auto* field = SpecField(step);
  return field == nullptr ? nullptr
                          : v1::PipelineStep::GetReflection()->MutableMessage(&step, field);
}

artifact::v1::ArtifactKind ResultKind(const v1::PipelineStep& step) {
  switch (step.spec_case()) {
    case v1::PipelineStep::kTrain:
      return artifact::v1::ARTIFACT_KIND_TRAINING_RUN;
    case v1::PipelineStep::kCapture:
      return artifact::v1::ARTIFACT_KIND_ACTIVATIONS;
    case v1::PipelineStep::kMeasure:
      return artifact::v1::ARTIFACT_KIND_PROFILE;
    case v1::PipelineStep::kSensitivity:
      return artifact::v1::ARTIFACT_KIND_SENSITIVITY;
    case v1::PipelineStep::kDiagnose:
      return artifact::v1::ARTIFACT_KIND_DIAGNOSTICS;
    case v1::PipelineStep::kSchedule:
      return artifact::v1::ARTIFACT_KIND_SCHEDULE;
    case v1::PipelineStep::kCompare:
      return artifact::v1::ARTIFACT_KIND_COMPARISON;
    case v1::PipelineStep::kCorrelate:
      return artifact::v1::ARTIFACT_KIND_DIAGNOSTICS;
    case v1::PipelineStep::kReport:
      return artifact::v1::ARTIFACT_KIND_REPORT;
    case v1::PipelineStep::SPEC_NOT_SET:
      break;
  }
  return artifact::v1::ARTIFACT_KIND_UNSPECIFIED;
}

std::optional<v1::PipelineStep> StepWithSpec(std::string_view full_name) {
  for (int i = 0; i < SpecOneof()->field_count(); ++i) {
    const auto* field = SpecOneof()->field(i);
    if (field->message_type()->full_name() != full_name) continue;
    v1::PipelineStep step;
    v1::PipelineStep::GetReflection()->MutableMessage(&step, field);
    return step;
  }
  return std::nullopt;
}

std::optional<std::string> ReferencedStep(std::string_view input) {
  if (input.substr(0, kReferencePrefix.size()) != kReferencePrefix) return std::nullopt;
  return std::string(input.substr(kReferencePrefix.size()));
}

}  // namespace widthlab::pipeline
