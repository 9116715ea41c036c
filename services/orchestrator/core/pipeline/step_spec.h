// The typed spec inside a pipeline's step, without a switch over its kinds at every use.
//
//   std::string_view kind = KindOf(step);                        // "train"
//   google::protobuf::Message* spec = MutableSpecOf(step);       // its TrainSpec
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STEP_SPEC_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STEP_SPEC_H_

#include <optional>
#include <string>
#include <string_view>

#include "google/protobuf/message.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Name of the field of the oneof that is set: "train", "capture", "measure", "schedule", "compare",
// "report", "sensitivity", "diagnose", "correlate"; empty where none is.
std::string KindOf(const v1::PipelineStep& step);

// The spec itself; nullptr where none is set. Owned by `step`.
const google::protobuf::Message* SpecOf(const v1::PipelineStep& step);
google::protobuf::Message* MutableSpecOf(v1::PipelineStep& step);

// What a step of this kind makes.
artifact::v1::ArtifactKind ResultKind(const v1::PipelineStep& step);

// A step, without id, that holds an empty spec of the message `full_name`
// ("widthlab.training.v1.TrainSpec"); nullopt where no kind of step has it.
std::optional<v1::PipelineStep> StepWithSpec(std::string_view full_name);

// The id in "step:ID"; nullopt for anything else.
std::optional<std::string> ReferencedStep(std::string_view input);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STEP_SPEC_H_
