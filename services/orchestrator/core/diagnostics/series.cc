#include "services/orchestrator/core/diagnostics/series.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace widthlab::pipeline {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

std::string LowerWithout(std::string_view prefix, const std::string& name) {
  return absl::AsciiStrToLower(absl::StripPrefix(name, {prefix.data(), prefix.size()}));
}

}  // namespace

std::vector<Series> ProfileSeries(const geometry::v1::Profile& profile) {
  std::vector<Series> all;
  for (const geometry::v1::WorkCurve& curve : profile.work()) {
    Series series{.name = absl::StrCat(
                      LowerWithout("GEOMETRY_", geometry::v1::Geometry_Name(curve.geometry())), "/",
                      LowerWithout("STATISTIC_", geometry::v1::Statistic_Name(curve.statistic())))};
    for (const geometry::v1::Estimate& layer : curve.layers())
      series.values.push_back(layer.mean());
    all.push_back(std::move(series));
  }
  return all;
}

std::vector<Series> SensitivitySeries(const capture::v1::Sensitivity& sensitivity) {
  Series noise{.name = "lambda"};
  Series ablation{.name = "ablation"};
  bool has_noise = false;
  bool has_ablation = false;
  for (const capture::v1::LayerSensitivity& layer : sensitivity.layers()) {
    has_noise |= layer.has_noise();
    has_ablation |= layer.has_ablation();
    noise.values.push_back(layer.has_noise() ? layer.noise().mean() : kUndefined);
    ablation.values.push_back(layer.has_ablation() ? layer.ablation().mean() : kUndefined);
  }
  std::vector<Series> all;
  if (has_noise) all.push_back(std::move(noise));
  if (has_ablation) all.push_back(std::move(ablation));
  return all;
}

const Series* FindSeries(absl::Span<const Series> all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Series& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace widthlab::pipeline
