#include "services/schedule/core/families/guided_layers.h"

#include <limits>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/families/profile_layers.h"
#include "services/schedule/core/solver/exponent.h"

namespace widthlab::schedule {
namespace {

SmoothingKind KindOf(v1::Smoothing smoothing) {
  switch (smoothing) {
    case v1::SMOOTHING_MOVING_AVERAGE:
      return SmoothingKind::kMovingAverage;
    case v1::SMOOTHING_GAUSSIAN:
      return SmoothingKind::kGaussian;
    default:
      return SmoothingKind::kNone;
  }
}

absl::Status CheckLayers(const char* what, size_t measured, size_t layers) {
  if (measured == layers) return absl::OkStatus();
  return InvalidFieldBecause(
      "profile", absl::StrCat("it ", what, " ", measured, " layers, the model has ", layers));
}

absl::StatusOr<std::vector<double>> ExponentsOf(const MeasuredLayers& measured,
                                                const v1::GeometryGuidedFamily& options) {
  if (measured.dimension.empty()) {
    return GivenExponents(options.exponents(), options.has_exponent(), options.exponent(),
                          measured.work.size());
  }
  absl::StatusOr<Exponents> exponents =
      ExponentsFromDimension(measured.dimension, {.scale = options.exponent_scale()});
  if (exponents.ok()) return std::move(exponents->values);
  return InvalidFieldBecause("profile", std::string(exponents.status().message()));
}

}  // namespace

std::vector<LayerFacts> LayerFactsOf(const MeasuredLayers& measured,
                                     const std::vector<double>& smoothed) {
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  std::vector<LayerFacts> facts;
  for (size_t l = 0; l < smoothed.size(); ++l) {
    facts.push_back({measured.work[l], smoothed[l],
                     measured.dimension.empty() ? kUndefined : measured.dimension[l]});
  }
  return facts;
}

Smoothing SmoothingOf(const v1::GeometryGuidedFamily& options) {
  return {.kind = KindOf(options.smoothing()),
          .window = options.window(),
          .floor_share = options.work_floor()};
}

absl::StatusOr<std::vector<double>> GivenExponents(
    const google::protobuf::RepeatedField<double>& list, bool has_one, double one, size_t layers) {
  if (list.empty()) return std::vector<double>(has_one ? layers : 0, one);
  if (static_cast<size_t>(list.size()) == layers) {
    return std::vector<double>(list.begin(), list.end());
  }
  return InvalidField("exponents", absl::StrCat(list.size(), " entries"),
                      absl::StrCat("one entry a layer (", layers, ")"));
}

absl::StatusOr<MeasuredLayers> ReadLayers(const geometry::v1::Profile& profile,
                                          const v1::GeometryGuidedFamily& options, size_t layers) {
  if (options.has_exponent() && !options.exponents().empty()) {
    return InvalidFieldBecause("exponents", "it cannot be given beside exponent");
  }
  MeasuredLayers measured;
  ASSIGN_OR_RETURN(measured.work, WorkByLayer(profile, options));
  RETURN_IF_ERROR(CheckLayers("measures", measured.work.size(), layers));
  if (options.has_exponent() || !options.exponents().empty()) {
    RETURN_IF_ERROR(
        GivenExponents(options.exponents(), options.has_exponent(), options.exponent(), layers)
            .status());
    return measured;
  }
  ASSIGN_OR_RETURN(measured.dimension, DimensionByLayer(profile, options));
  RETURN_IF_ERROR(CheckLayers("has dimensions of", measured.dimension.size(), layers));
  return measured;
}

absl::StatusOr<PreparedLayers> PrepareLayers(const MeasuredLayers& measured,
                                             const v1::GeometryGuidedFamily& options,
                                             bool inverse) {
  PreparedLayers prepared;
  ASSIGN_OR_RETURN(prepared.smoothed, PrepareWork("profile", measured.work, SmoothingOf(options)));
  LayerWork& layers = prepared.layers;
  layers.work = prepared.smoothed;
  if (inverse) {
    for (double& work : layers.work) work = 1 / work;
  }
  ASSIGN_OR_RETURN(layers.exponent, ExponentsOf(measured, options));
  if (measured.sensitivity.empty()) {
    layers.sensitivity.assign(measured.work.size(), 1.0);
    return prepared;
  }
  ASSIGN_OR_RETURN(layers.sensitivity, PrepareSensitivity("sensitivity", measured.sensitivity,
                                                          options.sensitivity_floor()));
  return prepared;
}

}  // namespace widthlab::schedule
