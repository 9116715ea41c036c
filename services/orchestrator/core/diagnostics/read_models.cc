#include "services/orchestrator/core/diagnostics/read_models.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/diagnostics/measured_profile.h"
#include "widthlab/capture/v1/sensitivity.pb.h"

namespace widthlab::pipeline {
namespace {

using capture::v1::Sensitivity;

// Orders of so few layers are so few themselves that p cannot be small.
constexpr int kFewLayers = 4;

absl::Status OtherActivations(const std::string& field, const std::string& activations) {
  return InvalidFieldBecause(field,
                             absl::StrCat(field, " must be of activations ", activations,
                                          ", on which the profile of its model was measured"));
}

absl::StatusOr<Sensitivity> ReadSensitivity(const std::string& id, artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, "sensitivity.json"));
  Sensitivity sensitivity;
  RETURN_IF_ERROR(WithContext(spec::ParseJson(json, sensitivity), "sensitivity.json"));
  return sensitivity;
}

// The layers in which nothing says that the layer is worth anything.
void RemarkNotAboveZero(const std::string& what,
                        const google::protobuf::RepeatedField<int32_t>& layers,
                        ModelSeries& model) {
  if (layers.empty()) return;
  model.remarks.push_back(absl::StrCat(model.name, ": ", what, " is not significantly above 0 in ",
                                       layers.size(), " of ", model.layers, " layers (",
                                       absl::StrJoin(layers, ", "),
                                       "), whose order among themselves may be noise."));
}

absl::Status AddSensitivity(const std::string& id, const std::string& field,
                            artifact::ArtifactStore& store, ModelSeries& model) {
  absl::StatusOr<Sensitivity> sensitivity = ReadSensitivity(id, store);
  if (!sensitivity.ok()) return WithContext(sensitivity.status(), field);
  if (sensitivity->layers_size() != model.layers) {
    return InvalidField(field, absl::StrCat("of ", sensitivity->layers_size(), " layers"),
                        absl::StrCat("of the ", model.layers, " layers of the profile"));
  }
  model.worth = SensitivitySeries(*sensitivity);
  RemarkNotAboveZero("lambda", sensitivity->noise_not_above_zero(), model);
  RemarkNotAboveZero("the ablation loss", sensitivity->ablation_not_above_zero(), model);
  return absl::OkStatus();
}

absl::StatusOr<ScaledSeries> ReadScaled(const std::string& id, const std::string& field,
                                        const MeasuredProfile& unscaled,
                                        artifact::ArtifactStore& store) {
  absl::StatusOr<MeasuredProfile> scaled = ReadMeasuredProfile(id, store);
  if (!scaled.ok()) return WithContext(scaled.status(), field);
  if (!IsOfScaledStates(scaled->spec)) {
    return InvalidFieldBecause(field, absl::StrCat(field,
                                                   " was measured on states as captured; measure "
                                                   "it with state_factor or remove_norm_growth"));
  }
  if (scaled->spec.activations() != unscaled.spec.activations()) {
    return OtherActivations(field, unscaled.spec.activations());
  }
  return ScaledSeries{.profile = id,
                      .state_factor = scaled->spec.state_factor(),
                      .norm_growth_removed = scaled->spec.remove_norm_growth(),
                      .statistics = ProfileSeries(scaled->profile)};
}

absl::StatusOr<ModelSeries> ReadModel(const v1::ModelMeasurements& measurements,
                                      const std::string& field, artifact::ArtifactStore& store) {
  absl::StatusOr<MeasuredProfile> profile = ReadMeasuredProfile(measurements.profile(), store);
  const std::string profile_field = absl::StrCat(field, ".profile");
  if (!profile.ok()) return WithContext(profile.status(), profile_field);
  if (IsOfScaledStates(profile->spec)) {
    return InvalidFieldBecause(profile_field,
                               absl::StrCat(profile_field,
                                            " was measured on scaled states; it belongs "
                                            "into scaled_profiles"));
  }
  ModelSeries model{.name = measurements.name(),
                    .layers = profile->profile.layers(),
                    .statistics = ProfileSeries(profile->profile)};
  if (model.layers <= kFewLayers) {
    model.remarks.push_back(absl::StrCat(model.name, " has ", model.layers,
                                         " layers: whatever their order, no p can be below 0.05."));
  }
  if (!measurements.sensitivity().empty()) {
    RETURN_IF_ERROR(AddSensitivity(measurements.sensitivity(), absl::StrCat(field, ".sensitivity"),
                                   store, model));
  }
  if (!measurements.activations().empty() &&
      measurements.activations() != profile->spec.activations()) {
    return OtherActivations(absl::StrCat(field, ".activations"), profile->spec.activations());
  }
  for (int s = 0; s < measurements.scaled_profiles_size(); ++s) {
    ASSIGN_OR_RETURN(ScaledSeries scaled,
                     ReadScaled(measurements.scaled_profiles(s),
                                absl::StrCat(field, ".scaled_profiles[", s, "]"), *profile, store));
    model.scaled.push_back(std::move(scaled));
  }
  return model;
}

}  // namespace

absl::StatusOr<std::vector<ModelSeries>> ReadModels(const v1::CorrelateSpec& spec,
                                                    artifact::ArtifactStore& store) {
  std::vector<ModelSeries> models;
  for (int m = 0; m < spec.models_size(); ++m) {
    ASSIGN_OR_RETURN(ModelSeries model,
                     ReadModel(spec.models(m), absl::StrCat("models[", m, "]"), store));
    models.push_back(std::move(model));
  }
  return models;
}

}  // namespace widthlab::pipeline
