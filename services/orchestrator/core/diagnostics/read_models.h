// What the artifacts of a CorrelateSpec say, model by model: everything but the norms, for which
// mean_norms.h reads a whole cloud.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_READ_MODELS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_READ_MODELS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "services/orchestrator/core/diagnostics/series.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {

// A profile that was measured on scaled states.
struct ScaledSeries {
  // Id of the profile.
  std::string profile = {};
  double state_factor = 1;
  bool norm_growth_removed = false;
  std::vector<Series> statistics = {};
};

struct ModelSeries {
  std::string name = {};
  int layers = 0;
  // ProfileSeries, SensitivitySeries, and "norm" (one or none).
  std::vector<Series> statistics = {};
  std::vector<Series> worth = {};
  std::vector<Series> norm = {};
  std::vector<ScaledSeries> scaled = {};
  // Sentences for a reader.
  std::vector<std::string> remarks = {};
};

// One for each model of the spec, `norm` empty. INVALID_ARGUMENT names the field whose artifact
// does not belong to the others: a sensitivity of another number of layers, activations that the
// profile was not measured on, a profile of scaled states in the place of one as captured or the
// reverse.
absl::StatusOr<std::vector<ModelSeries>> ReadModels(const v1::CorrelateSpec& spec,
                                                    artifact::ArtifactStore& store);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_READ_MODELS_H_
