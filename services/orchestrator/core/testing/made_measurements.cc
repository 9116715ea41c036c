#include "services/orchestrator/core/testing/made_measurements.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/spec/canonical_json.h"
#include "common/spec/resolve.h"
#include "common/tensor_io/safetensors_writer.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/testing/made_artifact.h"
#include "widthlab/capture/v1/capture.pb.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::pipeline {
namespace {

// A cloud of two rows (n, 0) and (0, n) in every layer, n being the norm.
std::string Cloud(int layers) {
  std::vector<std::vector<float>> states;
  for (int l = 0; l < layers; ++l) {
    const float norm = static_cast<float>(l + 1);
    states.push_back({norm, 0, 0, norm});
  }
  std::vector<tensor_io::TensorToWrite> tensors;
  for (int l = 0; l < layers; ++l) {
    tensors.push_back(
        tensor_io::FromSpan(absl::StrCat("ffn_in.", l), {2, 2}, absl::MakeConstSpan(states[l])));
  }
  std::string bytes;
  EXPECT_TRUE(tensor_io::WriteSafetensorsTo(std::move(tensors), {}, bytes).ok());
  return bytes;
}

geometry::v1::Profile Profile(int layers, double factor) {
  geometry::v1::Profile profile;
  profile.set_layers(layers);
  geometry::v1::WorkCurve& shift = *profile.add_work();
  shift.set_geometry(geometry::v1::GEOMETRY_RAW);
  shift.set_statistic(geometry::v1::STATISTIC_SHIFT);
  geometry::v1::WorkCurve& change = *profile.add_work();
  change.set_geometry(geometry::v1::GEOMETRY_HYPERBOLIC);
  change.set_statistic(geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE);
  for (int l = 0; l < layers; ++l) {
    shift.add_layers()->set_mean(factor * 10 * (l + 1));
    change.add_layers()->set_mean(l % 3 + 1 + 0.1 * l);
  }
  return profile;
}

std::string MakeProfile(artifact::ArtifactStore& store, const std::string& activations, int layers,
                        double factor) {
  geometry::v1::MeasureSpec spec;
  spec.set_activations(activations);
  spec.set_state_factor(factor);
  EXPECT_TRUE(spec::Resolve(spec).ok());
  return MakeArtifact(store, {artifact::v1::ARTIFACT_KIND_PROFILE, "profile.json", {activations}},
                      spec::CanonicalJson(Profile(layers, factor)), spec);
}

std::string MakeSensitivity(artifact::ArtifactStore& store, const std::string& name, int layers) {
  capture::v1::Sensitivity sensitivity;
  for (int l = 0; l < layers; ++l) {
    capture::v1::LayerSensitivity& layer = *sensitivity.add_layers();
    layer.mutable_noise()->set_mean((l - 1) * (l - 1));
    layer.mutable_ablation()->set_mean(layers - l);
  }
  sensitivity.add_noise_not_above_zero(1);
  capture::v1::SensitivitySpec spec;
  spec.set_input_format(name);
  return MakeArtifact(store, {artifact::v1::ARTIFACT_KIND_SENSITIVITY, "sensitivity.json"},
                      spec::CanonicalJson(sensitivity), spec);
}

}  // namespace

v1::ModelMeasurements MakeMeasurements(artifact::ArtifactStore& store,
                                       const MadeMeasurements& options) {
  capture::v1::CaptureSpec capture;
  capture.set_input_format(options.name);
  v1::ModelMeasurements model;
  model.set_name(options.name);
  model.set_activations(MakeArtifact(store,
                                     {artifact::v1::ARTIFACT_KIND_ACTIVATIONS, "cloud.safetensors"},
                                     Cloud(options.layers), capture));
  model.set_profile(MakeProfile(store, model.activations(), options.layers, /*factor=*/1));
  model.set_sensitivity(MakeSensitivity(store, options.name, options.layers));
  return model;
}

std::string MakeScaledProfile(artifact::ArtifactStore& store, const v1::ModelMeasurements& model,
                              double factor) {
  const auto profile = store.Get(model.profile());
  EXPECT_TRUE(profile.ok());
  geometry::v1::Profile measured;
  const auto json = artifact::ReadFile(store, *profile, "profile.json");
  EXPECT_TRUE(spec::ParseJson(*json, measured).ok());
  return MakeProfile(store, model.activations(), measured.layers(), factor);
}

}  // namespace widthlab::pipeline
