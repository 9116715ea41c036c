#include "services/orchestrator/core/figures/sensitivity_figures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/figure/line_chart.h"
#include "services/orchestrator/core/figures/words.h"

namespace widthlab::pipeline {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

using capture::v1::LossRise;
using capture::v1::Sensitivity;

figure::Point PointOf(int layer, bool measured, const LossRise& rise) {
  if (!measured) return {.x = static_cast<double>(layer), .y = kUnknown};
  return {
      .x = static_cast<double>(layer), .y = rise.mean(), .low = rise.low(), .high = rise.high()};
}

figure::Series Lambda(const Sensitivity& sensitivity) {
  figure::Series series{.name = "lambda", .points = {}};
  for (int l = 0; l < sensitivity.layers_size(); ++l) {
    series.points.push_back(
        PointOf(l, sensitivity.layers(l).has_noise(), sensitivity.layers(l).noise()));
  }
  return series;
}

figure::Series Ablation(const Sensitivity& sensitivity) {
  figure::Series series{.name = "ablation", .points = {}};
  for (int l = 0; l < sensitivity.layers_size(); ++l) {
    series.points.push_back(
        PointOf(l, sensitivity.layers(l).has_ablation(), sensitivity.layers(l).ablation()));
  }
  return series;
}

double MeanOf(const figure::Series& series) {
  double sum = 0;
  int count = 0;
  for (const figure::Point& point : series.points) {
    if (!std::isfinite(point.y)) continue;
    sum += point.y;
    ++count;
  }
  return count == 0 ? kUnknown : sum / count;
}

// Over its own mean and without intervals; false where the mean is not above 0.
bool Normalise(figure::Series& series) {
  const double mean = MeanOf(series);
  if (!(mean > 0)) return false;
  for (figure::Point& point : series.points) point = {.x = point.x, .y = point.y / mean};
  return true;
}

figure::Drawing DrawRise(const std::string& title, figure::Series series,
                         const figure::Canvas& canvas) {
  figure::LineChart chart{.caption = {title, absl::StrCat(title, " by layer")},
                          .x = {.label = "layer", .whole = true},
                          .y = {.label = "nats"},
                          .series = {},
                          .canvas = canvas};
  chart.reference = 0;
  chart.series.push_back(std::move(series));
  return figure::DrawLineChart(chart);
}

}  // namespace

figure::Drawing DrawLambda(const Sensitivity& sensitivity, const figure::Canvas& canvas) {
  return DrawRise("Sensitivity to noise", Lambda(sensitivity), canvas);
}

bool HasAblation(const Sensitivity& sensitivity) {
  return std::any_of(
      sensitivity.layers().begin(), sensitivity.layers().end(),
      [](const capture::v1::LayerSensitivity& layer) { return layer.has_ablation(); });
}

figure::Drawing DrawAblation(const Sensitivity& sensitivity, const figure::Canvas& canvas) {
  return DrawRise("Loss without the layer's update", Ablation(sensitivity), canvas);
}

figure::Drawing DrawWorth(const geometry::v1::WorkCurve& work, const Sensitivity& sensitivity,
                          const figure::Canvas& canvas) {
  figure::LineChart chart{
      .caption = {"Work beside worth", "Work, lambda and ablation by layer, each over its mean"},
      .x = {.label = "layer", .whole = true},
      .y = {.label = "times its mean over layers"},
      .series = {},
      .canvas = canvas};
  chart.reference = 1;
  figure::Series measured{.name = "work", .points = {}};
  for (int l = 0; l < work.layers_size(); ++l) {
    measured.points.push_back({.x = static_cast<double>(l), .y = work.layers(l).mean()});
  }
  size_t style = 0;
  for (figure::Series series : {measured, Lambda(sensitivity), Ablation(sensitivity)}) {
    series.style = style++;
    if (Normalise(series)) chart.series.push_back(std::move(series));
  }
  return figure::DrawLineChart(chart);
}

double MeanLambda(const Sensitivity& sensitivity) { return MeanOf(Lambda(sensitivity)); }

}  // namespace widthlab::pipeline
