// Profiles, sensitivities and clouds of models that were never there, with numbers known
// beforehand.
//
//   const v1::ModelMeasurements model = MakeMeasurements(store, {.name = "a", .layers = 6});
//
// In layer l of L (from 0) the norm is l + 1, raw/shift 10 (l + 1), hyperbolic/topological_change
// (l mod 3) + 1 + 0.1 l, lambda (l - 1)² and the ablation loss L - l.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_MEASUREMENTS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_MEASUREMENTS_H_

#include <string>

#include "common/artifact/artifact_store.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {

struct MadeMeasurements {
  std::string name = "model";
  int layers = 6;
};

// `scaled_profiles` is empty.
v1::ModelMeasurements MakeMeasurements(artifact::ArtifactStore& store,
                                       const MadeMeasurements& options);

// Id of the model's profile on states multiplied by `factor`: raw/shift follows, the other does
// not.
std::string MakeScaledProfile(artifact::ArtifactStore& store, const v1::ModelMeasurements& model,
                              double factor);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_MEASUREMENTS_H_
