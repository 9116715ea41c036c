#include "services/orchestrator/core/figures/layer_figures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/figures/words.h"

namespace widthlab::pipeline {
namespace {

using Estimates = google::protobuf::RepeatedPtrField<geometry::v1::Estimate>;

figure::LineChart LayerChart(const std::string& title, const std::string& y_label,
                             const figure::Canvas& canvas) {
  return {.caption = {title, absl::StrCat(title, " by layer")},
          .x = {.label = "layer", .whole = true},
          .y = {.label = y_label},
          .series = {},
          .canvas = canvas};
}

// One point a layer: mean and standard error, divided by `unit`.
figure::Series EstimateSeries(const std::string& name, const Estimates& layers, double unit) {
  figure::Series series{.name = name, .points = {}};
  for (int l = 0; l < layers.size(); ++l) {
    const double mean = layers[l].mean() / unit;
    const double error = layers[l].standard_error() / unit;
    series.points.push_back(
        {.x = static_cast<double>(l), .y = mean, .low = mean - error, .high = mean + error});
  }
  return series;
}

template <typename Values>
figure::Series ValueSeries(const std::string& name, const Values& values) {
  figure::Series series{.name = name, .points = {}};
  for (int l = 0; l < values.size(); ++l) {
    series.points.push_back({.x = static_cast<double>(l), .y = static_cast<double>(values[l])});
  }
  return series;
}

// A bound of each layer, or one for all.
template <typename Values>
figure::Series BoundSeries(const std::string& name, const Values& values, int layers) {
  figure::Series series{.name = name, .points = {}, .emphasis = figure::Emphasis::kReference};
  for (int l = 0; l < layers; ++l) {
    const double value = values.size() == 1 ? values[0] : l < values.size() ? values[l] : NAN;
    series.points.push_back({.x = static_cast<double>(l), .y = value});
  }
  return series;
}

// Mean over the layers in which the curve is defined; 1 where it is zero everywhere.
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

std::vector<geometry::v1::Statistic> StatisticsOf(const geometry::v1::Profile& profile) {
  std::set<geometry::v1::Statistic> statistics;
  for (const geometry::v1::WorkCurve& curve : profile.work()) statistics.insert(curve.statistic());
  return {statistics.begin(), statistics.end()};
}

figure::Drawing DrawWork(const geometry::v1::Profile& profile, geometry::v1::Statistic statistic,
                         const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart(absl::StrCat(Capitalised(StatisticWord(statistic))),
                                       "times its mean over layers", canvas);
  chart.reference = 1;
  for (const geometry::v1::WorkCurve& curve : profile.work()) {
    if (curve.statistic() != statistic) continue;
    chart.series.push_back(
        EstimateSeries(GeometryWord(curve.geometry()), curve.layers(), MeanOf(curve)));
  }
  return figure::DrawLineChart(chart);
}

figure::Drawing DrawDimension(const geometry::v1::Profile& profile, const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart("Intrinsic dimension", "dimension", canvas);
  chart.y.low = 0;
  for (const geometry::v1::DimensionCurve& curve : profile.dimensions()) {
    if (curve.geometry() != geometry::v1::GEOMETRY_RAW) continue;
    const std::string cloud = CloudWord(curve.cloud());
    chart.series.push_back(EstimateSeries(absl::StrCat("TwoNN ", cloud), curve.two_nn(), 1));
    chart.series.push_back(EstimateSeries(absl::StrCat("Levina\xE2\x80\x93"
                                                       "Bickel ",
                                                       cloud),
                                          curve.levina_bickel(), 1));
  }
  return figure::DrawLineChart(chart);
}

bool HasRanks(const geometry::v1::Profile& profile) {
  for (const geometry::v1::DimensionCurve& curve : profile.dimensions()) {
    if (!curve.participation_ratio().empty() || !curve.effective_rank().empty()) return true;
  }
  return false;
}

figure::Drawing DrawRanks(const geometry::v1::Profile& profile, const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart("Linear dimension", "dimension", canvas);
  chart.y.low = 0;
  for (const geometry::v1::DimensionCurve& curve : profile.dimensions()) {
    const std::string cloud = CloudWord(curve.cloud());
    for (const auto& [name, layers] :
         {std::pair{"participation ratio ", &curve.participation_ratio()},
          std::pair{"effective rank ", &curve.effective_rank()}}) {
      if (layers->empty()) continue;
      chart.series.push_back(EstimateSeries(absl::StrCat(name, cloud), *layers, 1));
    }
  }
  return figure::DrawLineChart(chart);
}

figure::Drawing DrawOutliers(const capture::v1::ActivationsSummary& cloud,
                             const figure::Canvas& canvas) {
  figure::LineChart chart = LayerChart("Share of energy in outliers", "% of the energy", canvas);
  chart.y.low = 0;
  chart.series = {{.name = "largest token", .points = {}},
                  {.name = "largest 1 % of tokens", .points = {}},
                  {.name = "three largest coordinates", .points = {}}};
  for (const capture::v1::LayerOutliers& layer : cloud.outliers()) {
    const double x = layer.layer();
    chart.series[0].points.push_back({.x = x, .y = 100 * layer.top_token_share()});
    chart.series[1].points.push_back({.x = x, .y = 100 * layer.top_percent_share()});
    chart.series[2].points.push_back({.x = x, .y = 100 * layer.top_coordinates_share()});
  }
  return figure::DrawLineChart(chart);
}

void AddWidthIntervals(const schedule::v1::Schedule& schedule, figure::Series& series) {
  const size_t layers = std::min<size_t>(series.points.size(), schedule.width_intervals_size());
  for (size_t l = 0; l < layers; ++l) {
    const auto& interval = schedule.width_intervals(static_cast<int>(l));
    series.points[l].low = interval.low();
    series.points[l].high = interval.high();
  }
}

figure::Drawing DrawSchedule(const schedule::v1::Schedule& schedule, const figure::Canvas& canvas) {
  figure::LineChart chart =
      LayerChart(absl::StrCat("FFN widths of ", schedule.family()), "hidden units", canvas);
  chart.y.low = 0;
  const int layers = schedule.ffn_widths_size();
  chart.series.push_back(ValueSeries("width", schedule.ffn_widths()));
  if (!schedule.target_widths().empty()) {
    chart.series.push_back(ValueSeries("before rounding", schedule.target_widths()));
    AddWidthIntervals(schedule, chart.series.back());
  }
  if (!schedule.residual_widths().empty()) {
    chart.series.push_back(ValueSeries("residual width", schedule.residual_widths()));
  }
  const schedule::v1::WidthProblem& problem = schedule.problem();
  if (!problem.floor().empty()) {
    chart.series.push_back(BoundSeries("solver's floor", problem.floor(), layers));
  }
  if (!problem.cap().empty()) {
    chart.series.push_back(BoundSeries("solver's cap", problem.cap(), layers));
  }
  return figure::DrawLineChart(chart);
}

}  // namespace widthlab::pipeline
