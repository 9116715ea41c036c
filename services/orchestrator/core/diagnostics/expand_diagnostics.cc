#include "services/orchestrator/core/diagnostics/expand_diagnostics.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/diagnostics/measured_profile.h"
#include "services/orchestrator/core/pipeline/input_kinds.h"

namespace widthlab::pipeline {
namespace {

absl::StatusOr<v1::DiagnosticsTemplate> ResolveTemplate(v1::DiagnosticsTemplate request,
                                                        artifact::ArtifactStore& store) {
  if (!request.correlate().models().empty()) {
    return InvalidFieldBecause("correlate.models",
                               "correlate.models is filled in by the template; set models");
  }
  *request.mutable_correlate()->mutable_models() = request.models();
  RETURN_IF_ERROR(spec::Resolve(request));
  for (int i = 0; i < request.state_factors_size(); ++i) {
    if (request.state_factors(i) == 1) {
      return InvalidField(absl::StrCat("state_factors[", i, "]"), "1",
                          "another number, for the profile is there already");
    }
  }
  RETURN_IF_ERROR(spec::ReplaceInputs(
      request, [&store](const spec::InputReference& input) { return FullId(input, store); }));
  return request;
}

// "step:ID" of a measurement that is added to the pipeline.
std::string AddMeasure(const std::string& id, const geometry::v1::MeasureSpec& spec,
                       v1::Pipeline& pipeline) {
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id(id);
  *step.mutable_measure() = spec;
  return absl::StrCat("step:", id);
}

// Step ids have no '+'.
std::string FactorText(double factor) {
  return absl::StrReplaceAll(absl::StrFormat("%g", factor), {{"+", ""}});
}

absl::Status AddModel(const v1::DiagnosticsTemplate& request, int m, artifact::ArtifactStore& store,
                      v1::Pipeline& pipeline, v1::CorrelateSpec& correlate) {
  v1::ModelMeasurements& model = *correlate.add_models();
  model = request.models(m);
  const absl::StatusOr<MeasuredProfile> profile = ReadMeasuredProfile(model.profile(), store);
  if (!profile.ok()) return WithContext(profile.status(), absl::StrCat("models[", m, "].profile"));
  geometry::v1::MeasureSpec spec = profile->spec;
  if (model.activations().empty() && store.Get(spec.activations()).ok()) {
    model.set_activations(spec.activations());
  }
  const std::string prefix = absl::StrCat("scaled/", m, "/");
  for (double factor : request.state_factors()) {
    spec.set_state_factor(factor);
    model.add_scaled_profiles(
        AddMeasure(absl::StrCat(prefix, "factor-", FactorText(factor)), spec, pipeline));
  }
  if (request.remove_norm_growth()) {
    spec.set_state_factor(1);
    spec.set_remove_norm_growth(true);
    model.add_scaled_profiles(AddMeasure(absl::StrCat(prefix, "no-norm-growth"), spec, pipeline));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::Pipeline> ExpandDiagnostics(const v1::DiagnosticsTemplate& request,
                                               artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const v1::DiagnosticsTemplate resolved, ResolveTemplate(request, store));
  v1::Pipeline pipeline;
  v1::CorrelateSpec correlate = resolved.correlate();
  correlate.clear_models();
  for (int m = 0; m < resolved.models_size(); ++m) {
    RETURN_IF_ERROR(AddModel(resolved, m, store, pipeline, correlate));
  }
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id("correlations");
  *step.mutable_correlate() = std::move(correlate);
  return pipeline;
}

}  // namespace widthlab::pipeline
