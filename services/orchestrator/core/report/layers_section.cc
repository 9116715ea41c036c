#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/figure/line_chart.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

// "topological change" of STATISTIC_TOPOLOGICAL_CHANGE.
std::string Words(const std::string& enum_name, const std::string& prefix) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(enum_name.substr(prefix.size())), {{"_", " "}});
}

std::string GeometryWord(geometry::v1::Geometry geometry) {
  return Words(geometry::v1::Geometry_Name(geometry), "GEOMETRY_");
}

std::string StatisticWord(geometry::v1::Statistic statistic) {
  return Words(geometry::v1::Statistic_Name(statistic), "STATISTIC_");
}

std::vector<std::string> LayerHeader(const std::string& first, int layers) {
  std::vector<std::string> header = {first};
  for (int l = 0; l < layers; ++l) header.push_back(absl::StrCat("layer ", l));
  return header;
}

std::string FormatEstimate(const geometry::v1::Estimate& estimate) {
  if (!estimate.undefined_reason().empty()) return "undefined";
  return absl::StrCat(FormatShort(estimate.mean()), " ± ", FormatShort(estimate.standard_error()));
}

figure::LineChart LayerChart(const std::string& title, const std::string& y_label) {
  return {.caption = {title, absl::StrCat(title, " by layer")},
          .x = {.label = "layer", .whole = true},
          .y = {.label = y_label},
          .series = {}};
}

// One point a layer: mean and standard error, divided by `unit`.
figure::Series LayerSeries(const std::string& name,
                           const google::protobuf::RepeatedPtrField<geometry::v1::Estimate>& layers,
                           double unit) {
  figure::Series series{.name = name, .points = {}};
  for (int l = 0; l < layers.size(); ++l) {
    const double mean = layers[l].mean() / unit;
    const double error = layers[l].standard_error() / unit;
    series.points.push_back(
        {.x = static_cast<double>(l), .y = mean, .low = mean - error, .high = mean + error});
  }
  return series;
}

// Mean over the layers in which the curve is defined.
double MeanOf(const geometry::v1::WorkCurve& curve) {
  double sum = 0;
  int count = 0;
  for (const geometry::v1::Estimate& layer : curve.layers()) {
    if (!std::isfinite(layer.mean())) continue;
    sum += layer.mean();
    ++count;
  }
  return sum == 0 ? 1 : sum / count;
}

}  // namespace

std::string WidthsSection(const ReportData& data) {
  figure::LineChart chart = LayerChart("FFN width", "hidden units");
  chart.y.low = 0;
  int layers = 0;
  for (const ReportArm& arm : data.arms) {
    layers = std::max(layers, arm.comparison.ffn_widths_size());
    figure::Series series{.name = arm.comparison.name(), .points = {}};
    for (int l = 0; l < arm.comparison.ffn_widths_size(); ++l) {
      series.points.push_back(
          {.x = static_cast<double>(l), .y = static_cast<double>(arm.comparison.ffn_widths(l))});
    }
    chart.series.push_back(series);
  }
  Table table(LayerHeader("arm", layers));
  for (const ReportArm& arm : data.arms) {
    std::vector<std::string> row = {arm.comparison.name()};
    for (const int32_t width : arm.comparison.ffn_widths()) row.push_back(absl::StrCat(width));
    table.AddRow(row);
  }
  return Section("widths", "Widths", figure::DrawLineChart(chart).svg + table.Render());
}

std::string WorkSection(const ReportData& data) {
  if (!data.profile.has_value()) return "";
  std::map<geometry::v1::Statistic, figure::LineChart> charts;
  Table table(LayerHeader("statistic, geometry", data.profile->layers()));
  for (const geometry::v1::WorkCurve& curve : data.profile->work()) {
    figure::LineChart& chart =
        charts
            .try_emplace(curve.statistic(), LayerChart(StatisticWord(curve.statistic()),
                                                       "relative to the mean over layers"))
            .first->second;
    // Each curve over its own mean, so that geometries of different units share an axis.
    chart.series.push_back(
        LayerSeries(GeometryWord(curve.geometry()), curve.layers(), MeanOf(curve)));
    std::vector<std::string> row = {
        absl::StrCat(StatisticWord(curve.statistic()), ", ", GeometryWord(curve.geometry()))};
    for (const geometry::v1::Estimate& layer : curve.layers()) row.push_back(FormatEstimate(layer));
    table.AddRow(row);
  }
  std::string body =
      absl::StrCat("<p>What every FFN does to its cloud of tokens: mean and standard error over ",
                   data.profile->subsamples(), " subsamples of ",
                   data.profile->tokens_per_subsample(), " tokens.</p>\n");
  for (const auto& [statistic, chart] : charts) body += figure::DrawLineChart(chart).svg;
  return Section("work", "Work by layer", body + table.Render());
}

std::string DimensionSection(const ReportData& data) {
  if (!data.profile.has_value() || data.profile->dimensions().empty()) return "";
  figure::LineChart chart = LayerChart("Intrinsic dimension (TwoNN), raw geometry", "dimension");
  Table table(LayerHeader("cloud, geometry, estimator", data.profile->layers()));
  for (const geometry::v1::DimensionCurve& curve : data.profile->dimensions()) {
    const std::string name = absl::StrCat(curve.cloud(), ", ", GeometryWord(curve.geometry()));
    std::vector<std::string> two_nn = {absl::StrCat(name, ", TwoNN")};
    std::vector<std::string> levina = {absl::StrCat(name, ", Levina–Bickel")};
    for (const geometry::v1::Estimate& layer : curve.two_nn()) {
      two_nn.push_back(FormatEstimate(layer));
    }
    for (const geometry::v1::Estimate& layer : curve.levina_bickel()) {
      levina.push_back(FormatEstimate(layer));
    }
    if (curve.geometry() == geometry::v1::GEOMETRY_RAW) {
      chart.series.push_back(LayerSeries(curve.cloud(), curve.two_nn(), 1));
    }
    table.AddRow(two_nn);
    table.AddRow(levina);
  }
  return Section("dimension", "Intrinsic dimension",
                 figure::DrawLineChart(chart).svg + table.Render());
}

std::string CloudSection(const ReportData& data) {
  if (!data.activations.has_value()) return "";
  const capture::v1::ActivationsSummary& cloud = *data.activations;
  Table table({"layer", "median norm", "largest norm", "top token", "top 1 % of tokens",
               "top three coordinates"});
  for (const capture::v1::LayerOutliers& layer : cloud.outliers()) {
    table.AddRow({absl::StrCat(layer.layer()), FormatShort(layer.median_norm_out()),
                  FormatShort(layer.max_norm_out()),
                  absl::StrCat(FormatNumber(100 * layer.top_token_share(), 1), " %"),
                  absl::StrCat(FormatNumber(100 * layer.top_percent_share(), 1), " %"),
                  absl::StrCat(FormatNumber(100 * layer.top_coordinates_share(), 1), " %")});
  }
  const std::string body = absl::StrCat(
      "<p>", cloud.subsamples(), " × ", cloud.tokens_per_subsample(), " tokens from ",
      FormatCount(cloud.sequences()), " sequences (", FormatCount(cloud.eligible_tokens()),
      " eligible), loss ", FormatNumber(cloud.loss(), 4),
      " nats. Shares of each layer's energy after the FFN: where a few tokens or coordinates hold "
      "much of it, raw geometry shows mostly those.</p>\n",
      table.Render());
  return Section("cloud", "The cloud that was measured", body);
}

}  // namespace widthlab::pipeline
