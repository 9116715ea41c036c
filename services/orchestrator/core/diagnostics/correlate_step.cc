#include "services/orchestrator/core/diagnostics/correlate_step.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/diagnostics/correlate_models.h"
#include "services/orchestrator/core/diagnostics/correlate_spec.h"
#include "services/orchestrator/core/diagnostics/mean_norms.h"
#include "services/orchestrator/core/diagnostics/read_models.h"

namespace widthlab::pipeline {
namespace {

absl::StatusOr<Series> ReadNorm(const std::string& activations, int layers,
                                const job::StepContext& context) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, context.store.Get(activations));
  ASSIGN_OR_RETURN(const std::string path,
                   artifact::FilePath(context.store, artifact, "cloud.safetensors"));
  ASSIGN_OR_RETURN(std::vector<double> norms,
                   MeanNorms(path, layers, [&context] { return context.cancel.Check(); }));
  return Series{"norm", std::move(norms)};
}

absl::Status AddNorms(const v1::CorrelateSpec& spec, const job::StepContext& context,
                      std::vector<ModelSeries>& models) {
  for (int m = 0; m < spec.models_size(); ++m) {
    const std::string& activations = spec.models(m).activations();
    if (activations.empty()) continue;
    context.progress.Report(
        {.stage = "norms", .done = m, .total = spec.models_size(), .unit = "models"});
    absl::StatusOr<Series> norm = ReadNorm(activations, models[m].layers, context);
    if (!norm.ok()) {
      return WithContext(norm.status(), absl::StrCat("models[", m, "].activations"));
    }
    models[m].norm.push_back(*std::move(norm));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> Correlate(const v1::CorrelateSpec& spec,
                                      const job::StepContext& context) {
  ASSIGN_OR_RETURN(std::vector<ModelSeries> models, ReadModels(spec, context.store));
  RETURN_IF_ERROR(AddNorms(spec, context, models));
  const CorrelationOptions options{.permutations = spec.permutations(),
                                   .bootstrap_draws = spec.bootstrap_draws(),
                                   .level = spec.level(),
                                   .seed = spec.seed()};
  ASSIGN_OR_RETURN(
      const v1::Correlations correlations,
      CorrelateModels(models, options, context.pool, context.progress, context.cancel));
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_DIAGNOSTICS,
                                    /*schema_version=*/1);
  RETURN_IF_ERROR(
      builder.AddFile("correlations.json", "application/json", spec::CanonicalJson(correlations)));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, builder.Commit(context.identity));
  return artifact.id();
}

absl::Status FinishSpec(google::protobuf::Message& message, artifact::ArtifactStore& store) {
  const auto& spec = static_cast<const v1::CorrelateSpec&>(message);
  RETURN_IF_ERROR(CheckCorrelateSpec(spec));
  return ReadModels(spec, store).status();
}

}  // namespace

job::Step CorrelateStep() {
  return job::MakeStep<v1::CorrelateSpec>({.kind = "pipeline.Correlate",
                                           .algorithm_version = "pipeline.Correlate/1",
                                           .finish_spec = FinishSpec},
                                          Correlate);
}

}  // namespace widthlab::pipeline
