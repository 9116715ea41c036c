#include "services/orchestrator/core/figures/diagnostics_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/figure/interval_chart.h"
#include "common/figure/line_chart.h"
#include "common/figure/number_text.h"

namespace widthlab::pipeline {
namespace {

using capture::v1::Diagnostics;
using capture::v1::LayerDiagnostics;
using capture::v1::LossRise;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

figure::LineChart LayerChart(const std::string& title, const std::string& y_label,
                             const figure::Canvas& canvas) {
  return {.caption = {title, absl::StrCat(title, " by layer")},
          .x = {.label = "layer", .whole = true},
          .y = {.label = y_label},
          .series = {},
          .canvas = canvas};
}

figure::Point RisePoint(int layer, const LossRise& rise) {
  return {
      .x = static_cast<double>(layer), .y = rise.mean(), .low = rise.low(), .high = rise.high()};
}

// One number of every layer that has a stream.
template <typename Value>
figure::Series StreamSeries(const std::string& name, const Diagnostics& diagnostics, Value value) {
  figure::Series series{.name = name, .points = {}};
  for (int l = 0; l < diagnostics.layers_size(); ++l) {
    const LayerDiagnostics& layer = diagnostics.layers(l);
    series.points.push_back(
        {.x = static_cast<double>(l), .y = layer.has_stream() ? value(layer.stream()) : kUnknown});
  }
  return series;
}

}  // namespace

figure::Drawing DrawAdditivity(const Diagnostics& diagnostics, const figure::Canvas& canvas) {
  figure::IntervalChart chart{
      .caption = {"Local additivity", "Effect of all disturbances over the sum of each alone"},
      .x = {.label = "joint effect / sum of single effects"},
      .reference = 1,
      .rows = {},
      .canvas = canvas};
  for (const capture::v1::Additivity& one : diagnostics.additivity()) {
    chart.rows.push_back({.name = absl::StrCat("ε = ", figure::ValueText(one.epsilon())),
                          .estimate = one.ratio(),
                          .low = one.low(),
                          .high = one.high()});
  }
  return figure::DrawIntervalChart(chart);
}

bool HasScaling(const Diagnostics& diagnostics) {
  return std::any_of(
      diagnostics.layers().begin(), diagnostics.layers().end(),
      [](const LayerDiagnostics& l) { return !l.scaled().empty() || l.has_norm_growth_removed(); });
}

figure::Drawing DrawScaling(const Diagnostics& diagnostics, const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart("Loss with states scaled", "nats", canvas);
  chart.reference = 0;
  for (int f = 0; f < diagnostics.factors_size(); ++f) {
    figure::Series series{.name = absl::StrCat("× ", figure::ValueText(diagnostics.factors(f))),
                          .points = {}};
    for (int l = 0; l < diagnostics.layers_size(); ++l) {
      if (f < diagnostics.layers(l).scaled_size()) {
        series.points.push_back(RisePoint(l, diagnostics.layers(l).scaled(f)));
      }
    }
    chart.series.push_back(std::move(series));
  }
  figure::Series removed{.name = "norm growth removed", .points = {}};
  for (int l = 0; l < diagnostics.layers_size(); ++l) {
    if (!diagnostics.layers(l).has_norm_growth_removed()) continue;
    removed.points.push_back(RisePoint(l, diagnostics.layers(l).norm_growth_removed()));
  }
  if (!removed.points.empty()) chart.series.push_back(std::move(removed));
  return figure::DrawLineChart(chart);
}

bool HasStream(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.layers().begin(), diagnostics.layers().end(),
                     [](const LayerDiagnostics& layer) { return layer.has_stream(); });
}

figure::Drawing DrawNorms(const Diagnostics& diagnostics, const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart("Norm of the residual stream", "mean norm", canvas);
  chart.y.low = 0;
  chart.series = {
      StreamSeries("before the FFN", diagnostics, [](const auto& s) { return s.mean_norm_in(); }),
      StreamSeries("after the FFN", diagnostics, [](const auto& s) { return s.mean_norm_out(); })};
  return figure::DrawLineChart(chart);
}

figure::Drawing DrawLensLoss(const Diagnostics& diagnostics, const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart("Logit lens: loss", "nats", canvas);
  chart.reference = diagnostics.loss();
  chart.series = {StreamSeries("read through the head", diagnostics,
                               [](const auto& s) { return s.lens_loss(); })};
  return figure::DrawLineChart(chart);
}

figure::Drawing DrawLensAgreement(const Diagnostics& diagnostics, const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart("Logit lens: agreement", "% of tokens", canvas);
  chart.y.low = 0;
  chart.series = {StreamSeries("same token as the last layer", diagnostics,
                               [](const auto& s) { return 100 * s.lens_agreement(); })};
  return figure::DrawLineChart(chart);
}

figure::Drawing DrawCorrelations(const ProfileCorrelations& correlations, const std::string& title,
                                 const std::string& against, const figure::Canvas& canvas) {
  figure::IntervalChart chart{.caption = {title, absl::StrCat(title, ": Spearman's coefficient")},
                              .x = {.label = "Spearman's coefficient over layers"},
                              .reference = 0,
                              .rows = {},
                              .canvas = canvas};
  for (const v1::ProfileCorrelation& one : correlations) {
    if (!against.empty() && one.against() != against) continue;
    figure::IntervalRow row{.name = absl::StrReplaceAll(one.profile(), {{"_", " "}}),
                            .estimate = one.spearman().coefficient(),
                            .low = one.spearman().low(),
                            .high = one.spearman().high()};
    const double differences = one.spearman_of_differences().coefficient();
    if (std::isfinite(differences)) row.values.push_back(differences);
    if (std::isfinite(row.estimate)) chart.rows.push_back(std::move(row));
  }
  return figure::DrawIntervalChart(chart);
}

}  // namespace widthlab::pipeline
