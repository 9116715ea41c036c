#include "services/orchestrator/core/pipeline/profile_model.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/template_fields.h"

namespace widthlab::pipeline {
namespace {

using model::v1::Architecture;
using schedule::v1::ScheduleSpec;

constexpr int kCapturedSequence = 512;
// A sensitivity costs as much as tokens times layers; this is minutes for a small model.
constexpr int kDisturbedSequence = 256;
constexpr int kDraws = 1;
constexpr int kDiagnosedSequence = 128;
constexpr int kDiagnosedSequences = 4;
constexpr double kEpsilons[] = {0.1, 0.3};
constexpr int kLargestQuantum = 64;
constexpr int kFewestParts = 8;

// Fields that the template writes may not be given as well.
absl::Status RefuseFilledIn(const v1::ProfileModelTemplate& request) {
  if (!request.capture().model().empty()) return FilledIn("capture.model", "models");
  if (!request.capture().text().empty()) return FilledIn("capture.text", "text");
  if (!request.sensitivity().model().empty()) return FilledIn("sensitivity.model", "models");
  if (!request.sensitivity().text().empty()) return FilledIn("sensitivity.text", "text");
  if (!request.diagnose().model().empty()) return FilledIn("diagnose.model", "models");
  if (!request.diagnose().text().empty()) return FilledIn("diagnose.text", "text");
  if (!request.measure().activations().empty()) return FilledIn("measure.activations", "capture");
  if (!request.geometry_guided().profile().empty()) {
    return FilledIn("geometry_guided.profile", "measure");
  }
  if (!request.geometry_guided().sensitivity().empty()) {
    return FilledIn("geometry_guided.sensitivity", "schedules to work_and_sensitivity");
  }
  return absl::OkStatus();
}

// All values written out but those that follow from each model.
absl::StatusOr<v1::ProfileModelTemplate> ResolveTemplate(v1::ProfileModelTemplate request) {
  if (request.text().empty()) return InvalidField("text", "empty", "the id of a text artifact");
  RETURN_IF_ERROR(RefuseFilledIn(request));
  const uint64_t seed = request.seed();
  if (!request.capture().has_seed()) request.mutable_capture()->set_seed(seed);
  if (!request.sensitivity().has_seed()) request.mutable_sensitivity()->set_seed(seed);
  if (!request.measure().has_seed()) request.mutable_measure()->set_seed(seed);
  if (!request.sensitivity().has_draws()) request.mutable_sensitivity()->set_draws(kDraws);
  capture::v1::DiagnoseSpec& diagnose = *request.mutable_diagnose();
  if (!diagnose.has_seed()) diagnose.set_seed(seed);
  if (!diagnose.has_sequences()) diagnose.set_sequences(kDiagnosedSequences);
  if (!diagnose.has_batches()) diagnose.set_batches(kDiagnosedSequences);
  if (diagnose.epsilons().empty())
    diagnose.mutable_epsilons()->Assign(std::begin(kEpsilons), std::end(kEpsilons));
  diagnose.set_text(request.text());
  request.mutable_capture()->set_text(request.text());
  request.mutable_sensitivity()->set_text(request.text());
  request.mutable_geometry_guided();
  const bool capture_length = request.capture().has_sequence_length();
  const bool sensitivity_length = request.sensitivity().has_sequence_length();
  const bool diagnose_length = diagnose.has_sequence_length();
  RETURN_IF_ERROR(spec::Resolve(request));
  if (!capture_length) request.mutable_capture()->clear_sequence_length();
  if (!sensitivity_length) request.mutable_sensitivity()->clear_sequence_length();
  if (!diagnose_length) diagnose.clear_sequence_length();
  return request;
}

absl::StatusOr<KnownModel> FindModel(const v1::ProfileModelTemplate& request, int index,
                                     const ModelLookup& find) {
  const std::string field = absl::StrCat("models[", index, "]");
  absl::StatusOr<KnownModel> model = find(request.models(index));
  if (!model.ok()) {
    std::optional<ErrorFacts> facts = FactsOf(model.status());
    if (!facts.has_value()) return WithContext(model.status(), field);
    if (facts->field == "model" || facts->field == "name") facts->field = field;
    return MakeError(model.status().code(), *facts, std::string(model.status().message()));
  }
  const auto& widths = model->architecture.ffn_widths();
  if (widths.empty()) return model;
  const int64_t sum = std::accumulate(widths.begin(), widths.end(), int64_t{0});
  if (sum < widths.size()) {
    return InvalidFieldBecause(field,
                               absl::StrCat(field, " has no FFN whose width could be chosen"));
  }
  return model;
}

// The last part of a path or name; the first digits of an id.
std::string NameOf(const std::string& model) {
  const std::string last = model.substr(model.find_last_of('/') + 1);
  const bool is_id = model.size() == 64 && last == model;
  return is_id ? model.substr(0, 12) : last;
}

// One for each model, no two the same.
std::vector<std::string> NamesOf(const v1::ProfileModelTemplate& request) {
  std::vector<std::string> names;
  for (const std::string& model : request.models()) {
    std::string name = NameOf(model);
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) {
      name = absl::StrCat(name, name.empty() ? "model " : " ", names.size() + 1);
    }
    names.push_back(std::move(name));
  }
  return names;
}

void AddCorrelations(v1::Pipeline& pipeline, const std::string& id,
                     const std::vector<v1::ModelMeasurements>& models) {
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id(id);
  for (const v1::ModelMeasurements& model : models) *step.mutable_correlate()->add_models() = model;
}

// The steps of one model.
class ModelSteps {
 public:
  ModelSteps(const v1::ProfileModelTemplate& request, const KnownModel& model, std::string name,
             std::string prefix, v1::Pipeline& pipeline)
      : request_(request),
        model_(model),
        name_(std::move(name)),
        prefix_(std::move(prefix)),
        pipeline_(pipeline) {}

  void Add() {
    AddMeasurements();
    AddCorrelations(pipeline_, absl::StrCat(prefix_, "correlations"), {Measured()});
    AddOwnSchedule();
    for (const std::string& name : request_.schedules()) AddSchedule(name);
    AddReport();
  }

  // What its profile is set against.
  v1::ModelMeasurements Measured() const {
    v1::ModelMeasurements measured;
    measured.set_name(name_);
    measured.set_profile(Reference("profile"));
    measured.set_sensitivity(Reference("sensitivity"));
    measured.set_activations(Reference("activations"));
    return measured;
  }

 private:
  std::string Reference(const std::string& id) const { return absl::StrCat("step:", prefix_, id); }

  v1::PipelineStep& AddStep(const std::string& id) {
    v1::PipelineStep& step = *pipeline_.add_steps();
    step.set_id(absl::StrCat(prefix_, id));
    return step;
  }

  int SequenceLength(int most) const {
    const int positions = model_.architecture.max_positions();
    return positions > 0 ? std::min(most, positions) : most;
  }

  void AddMeasurements() {
    capture::v1::CaptureSpec& capture = *AddStep("activations").mutable_capture();
    capture = request_.capture();
    capture.set_model(model_.id);
    if (!capture.has_sequence_length())
      capture.set_sequence_length(SequenceLength(kCapturedSequence));
    capture::v1::SensitivitySpec& sensitivity = *AddStep("sensitivity").mutable_sensitivity();
    sensitivity = request_.sensitivity();
    sensitivity.set_model(model_.id);
    if (!sensitivity.has_sequence_length())
      sensitivity.set_sequence_length(SequenceLength(kDisturbedSequence));
    capture::v1::DiagnoseSpec& diagnose = *AddStep("diagnostics").mutable_diagnose();
    diagnose = request_.diagnose();
    diagnose.set_model(model_.id);
    if (!diagnose.has_sequence_length())
      diagnose.set_sequence_length(SequenceLength(kDiagnosedSequence));
    geometry::v1::MeasureSpec& measure = *AddStep("profile").mutable_measure();
    measure = request_.measure();
    measure.set_activations(Reference("activations"));
  }

  // The uniform model that has the parameters of this one, or a few less where its layers differ.
  Architecture Budget() const {
    Architecture budget = model_.architecture;
    const auto& widths = budget.ffn_widths();
    if (widths.empty()) return budget;
    const int64_t sum = std::accumulate(widths.begin(), widths.end(), int64_t{0});
    budget.set_ffn_width(static_cast<int32_t>(sum / widths.size()));
    budget.clear_ffn_widths();
    return budget;
  }

  ScheduleSpec& AddScheduleStep(const std::string& name) {
    v1::PipelineStep& step = AddStep(absl::StrCat("schedule/", name));
    schedules_.push_back(absl::StrCat("schedule/", name));
    ScheduleSpec& spec = *step.mutable_schedule();
    *spec.mutable_architecture() = Budget();
    spec.set_quantum(request_.has_quantum() ? request_.quantum()
                                            : QuantumFor(spec.architecture().ffn_width()));
    return spec;
  }

  void AddOwnSchedule() {
    const auto& widths = model_.architecture.ffn_widths();
    if (widths.empty()) {
      AddScheduleStep("uniform").mutable_uniform();
    } else {
      *AddScheduleStep("own").mutable_explicit_()->mutable_ffn_widths() = widths;
    }
  }

  void AddSchedule(const std::string& name) {
    ScheduleSpec& spec = AddScheduleStep(name);
    pipeline_.mutable_steps(pipeline_.steps_size() - 1)->set_may_fail(true);
    if (request_.has_floor()) spec.set_floor(request_.floor());
    if (request_.has_cap()) spec.set_cap(request_.cap());
    if (name == "sensitivity_only") {
      spec.mutable_sensitivity_only()->set_sensitivity(Reference("sensitivity"));
      return;
    }
    schedule::v1::GeometryGuidedFamily& family =
        name == "inverse_work" ? *spec.mutable_inverse_work() : *spec.mutable_geometry_guided();
    family = request_.geometry_guided();
    family.set_profile(Reference("profile"));
    if (name == "work_and_sensitivity") family.set_sensitivity(Reference("sensitivity"));
  }

  void AddReport() {
    v1::ReportSpec& report = *AddStep("report").mutable_report();
    report.set_profile(Reference("profile"));
    report.set_activations(Reference("activations"));
    report.set_reference(model_.id);
    report.set_sensitivity(Reference("sensitivity"));
    report.set_diagnostics(Reference("diagnostics"));
    report.set_correlations(Reference("correlations"));
    for (const std::string& schedule : schedules_) report.add_schedules(Reference(schedule));
  }

  const v1::ProfileModelTemplate& request_;
  const KnownModel& model_;
  const std::string name_;
  const std::string prefix_;
  v1::Pipeline& pipeline_;
  std::vector<std::string> schedules_;
};

// Fields of steps that the template has under another name.
constexpr TemplateField kFields[] = {
    {"capture.text", "text"},
    {"sensitivity.text", "text"},
    {"diagnose.text", "text"},
    {"capture.model", "models"},
    {"sensitivity.model", "models"},
    {"diagnose.model", "models"},
    {"schedule.architecture", "models"},
    {"schedule.inverse_work", "geometry_guided"},
    {"schedule.", ""},
};

}  // namespace

absl::StatusOr<v1::Pipeline> ExpandProfileModel(const v1::ProfileModelTemplate& request,
                                                const ModelLookup& find) {
  ASSIGN_OR_RETURN(const v1::ProfileModelTemplate resolved, ResolveTemplate(request));
  const std::vector<std::string> names = NamesOf(resolved);
  v1::Pipeline pipeline;
  std::vector<v1::ModelMeasurements> measured;
  for (int i = 0; i < resolved.models_size(); ++i) {
    ASSIGN_OR_RETURN(const KnownModel model, FindModel(resolved, i, find));
    const std::string prefix = resolved.models_size() == 1 ? "" : absl::StrCat("model", i + 1, "/");
    ModelSteps steps(resolved, model, names[static_cast<size_t>(i)], prefix, pipeline);
    steps.Add();
    measured.push_back(steps.Measured());
  }
  if (measured.size() < 2) return pipeline;
  AddCorrelations(pipeline, "correlations", measured);
  v1::PipelineStep& report = *pipeline.add_steps();
  report.set_id("report");
  report.mutable_report()->set_correlations("step:correlations");
  return pipeline;
}

absl::Status AboutProfileModel(const absl::Status& status) {
  return AboutTemplate(status, kFields);
}

int QuantumFor(int width) {
  int quantum = kLargestQuantum;
  while (quantum > 1 && (width % quantum != 0 || width / quantum < kFewestParts)) quantum /= 2;
  return quantum;
}

}  // namespace widthlab::pipeline
