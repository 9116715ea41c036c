#include "services/orchestrator/core/pipeline/geometry_guided.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/template_fields.h"

namespace widthlab::pipeline {
namespace {

using schedule::v1::ScheduleSpec;
using training::v1::TrainSpec;

// Fields that the template writes may not be given as well.
absl::Status RefuseFilledIn(const v1::GeometryGuidedTemplate& request) {
  const TrainSpec& train = request.train();
  if (!train.text().empty()) return FilledIn("train.text", "text");
  if (train.has_architecture()) return FilledIn("train.architecture", "architecture");
  if (!train.schedule().empty()) return FilledIn("train.schedule", "arms");
  if (train.has_seed()) return FilledIn("train.seed", "seeds and reference_seed");
  if (!request.capture().model().empty()) return FilledIn("capture.model", "train");
  if (!request.capture().text().empty()) return FilledIn("capture.text", "text");
  if (!request.measure().activations().empty()) return FilledIn("measure.activations", "capture");
  if (!request.geometry_guided().profile().empty()) {
    return FilledIn("geometry_guided.profile", "measure");
  }
  if (!request.architecture().ffn_widths().empty()) {
    return FilledIn("architecture.ffn_widths", "ffn_width, the width of the uniform model");
  }
  return absl::OkStatus();
}

// All values written out; what links the steps is set as the steps need it.
absl::StatusOr<v1::GeometryGuidedTemplate> ResolveTemplate(v1::GeometryGuidedTemplate request) {
  if (request.text().empty()) {
    return InvalidField("text", "empty", "the id of a text artifact");
  }
  RETURN_IF_ERROR(RefuseFilledIn(request));
  const uint64_t reference_seed = request.reference_seed();
  request.mutable_train()->set_text(request.text());
  request.mutable_capture()->set_model("step:reference");
  request.mutable_capture()->set_text(request.text());
  if (!request.capture().has_seed()) request.mutable_capture()->set_seed(reference_seed);
  request.mutable_measure()->set_activations("step:activations");
  if (!request.measure().has_seed()) request.mutable_measure()->set_seed(reference_seed);
  request.mutable_geometry_guided()->set_profile("step:profile");
  request.mutable_architecture();
  RETURN_IF_ERROR(spec::Resolve(request));
  *request.mutable_train()->mutable_architecture() = request.architecture();
  return request;
}

void AddTrain(v1::Pipeline& pipeline, const v1::GeometryGuidedTemplate& request,
              const std::string& id, const std::string& schedule, uint64_t seed) {
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id(id);
  *step.mutable_train() = request.train();
  step.mutable_train()->set_schedule(schedule);
  step.mutable_train()->set_seed(seed);
}

void AddProfile(v1::Pipeline& pipeline, const v1::GeometryGuidedTemplate& request) {
  v1::PipelineStep& capture = *pipeline.add_steps();
  capture.set_id("activations");
  *capture.mutable_capture() = request.capture();
  v1::PipelineStep& measure = *pipeline.add_steps();
  measure.set_id("profile");
  *measure.mutable_measure() = request.measure();
}

void AddSchedule(v1::Pipeline& pipeline, const v1::GeometryGuidedTemplate& request,
                 const std::string& arm) {
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id(absl::StrCat("schedule/", arm));
  ScheduleSpec& spec = *step.mutable_schedule();
  *spec.mutable_architecture() = request.architecture();
  spec.set_quantum(request.quantum());
  if (request.has_floor()) spec.set_floor(request.floor());
  if (request.has_cap()) spec.set_cap(request.cap());
  if (arm == "uniform") {
    spec.mutable_uniform();
  } else if (arm == "cosine_taper") {
    *spec.mutable_cosine_taper() = request.cosine_taper();
  } else if (arm == "geometry_guided") {
    *spec.mutable_geometry_guided() = request.geometry_guided();
  } else {
    *spec.mutable_inverse_work() = request.geometry_guided();
  }
}

// Seeds in the outer loop: a run that is cut short has whole pairs.
void AddRuns(v1::Pipeline& pipeline, const v1::GeometryGuidedTemplate& request) {
  for (uint64_t seed : request.seeds()) {
    for (const std::string& arm : request.arms()) {
      AddTrain(pipeline, request, absl::StrCat("train/", arm, "/", seed),
               arm == "uniform" ? "" : absl::StrCat("step:schedule/", arm), seed);
    }
  }
}

void AddComparison(v1::Pipeline& pipeline, const v1::GeometryGuidedTemplate& request) {
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id("comparison");
  v1::CompareSpec& spec = *step.mutable_compare();
  for (const std::string& name : request.arms()) {
    v1::ArmSpec& arm = *spec.add_arms();
    arm.set_name(name);
    arm.set_schedule(absl::StrCat("step:schedule/", name));
    for (uint64_t seed : request.seeds()) {
      arm.add_runs(absl::StrCat("step:train/", name, "/", seed));
    }
  }
  *spec.mutable_seeds() = request.seeds();
  spec.set_alpha(request.alpha());
  if (request.has_negligible_difference()) {
    spec.set_negligible_difference(request.negligible_difference());
  }
}

void AddReport(v1::Pipeline& pipeline) {
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id("report");
  step.mutable_report()->set_comparison("step:comparison");
  step.mutable_report()->set_profile("step:profile");
  step.mutable_report()->set_activations("step:activations");
  step.mutable_report()->set_reference("step:reference");
}

// Fields of steps that the template has under another name.
constexpr TemplateField kFields[] = {
    {"train.text", "text"},
    {"capture.text", "text"},
    {"train.architecture", "architecture"},
    {"schedule.architecture", "architecture"},
    {"schedule.inverse_work", "geometry_guided"},
    {"schedule.", ""},
    {"compare.", ""},
    {"correlate.models", "models"},
};

}  // namespace

absl::Status AboutGeometryGuided(const absl::Status& status) {
  return AboutTemplate(status, kFields);
}

absl::StatusOr<v1::Pipeline> ExpandGeometryGuided(const v1::GeometryGuidedTemplate& request) {
  ASSIGN_OR_RETURN(const v1::GeometryGuidedTemplate resolved, ResolveTemplate(request));
  v1::Pipeline pipeline;
  AddTrain(pipeline, resolved, "reference", "", resolved.reference_seed());
  AddProfile(pipeline, resolved);
  for (const std::string& arm : resolved.arms()) AddSchedule(pipeline, resolved, arm);
  AddRuns(pipeline, resolved);
  AddComparison(pipeline, resolved);
  AddReport(pipeline);
  return pipeline;
}

}  // namespace widthlab::pipeline
