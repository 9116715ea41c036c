#include "services/orchestrator/core/figures/arm_figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/figure/heat_chart.h"
#include "common/figure/interval_chart.h"
#include "common/figure/line_chart.h"
#include "common/figure/stack_chart.h"
#include "services/orchestrator/core/figures/layer_figures.h"
#include "services/orchestrator/core/figures/words.h"

namespace widthlab::pipeline {
namespace {

constexpr size_t kMostColours = 6;
constexpr size_t kGrey = 6;
constexpr int kMostWidthLines = 8;

// Arms by ascending `value`; those without one last, ties in their own order.
template <typename Value>
std::vector<int> Ascending(const v1::Comparison& comparison, Value value) {
  std::vector<int> order(comparison.arms_size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const double x = value(comparison.arms(a));
    const double y = value(comparison.arms(b));
    return std::isnan(y) ? !std::isnan(x) : x < y;
  });
  return order;
}

figure::Series WidthSeries(const v1::ArmComparison& arm, const ArmStyle& style) {
  figure::Series series{.name = arm.name(), .points = {}, .style = style.style};
  for (int l = 0; l < arm.ffn_widths_size(); ++l) {
    series.points.push_back(
        {.x = static_cast<double>(l), .y = static_cast<double>(arm.ffn_widths(l))});
  }
  return series;
}

// The floors of one solved schedule; all arms of a run share them.
void AddFloors(const std::vector<ReportArm>& arms, figure::LineChart& chart) {
  for (const ReportArm& arm : arms) {
    if (!arm.schedule.has_value() || arm.schedule->problem().floor().empty()) continue;
    const auto& floors = arm.schedule->problem().floor();
    figure::Series series{
        .name = "solver's floor", .points = {}, .emphasis = figure::Emphasis::kReference};
    for (int l = 0; l < arm.comparison.ffn_widths_size(); ++l) {
      series.points.push_back(
          {.x = static_cast<double>(l),
           .y = floors[floors.size() == 1 ? 0 : std::min(l, floors.size() - 1)]});
    }
    chart.series.push_back(series);
    return;
  }
}

double MeanWidth(const v1::ArmComparison& arm) {
  const double sum = std::accumulate(arm.ffn_widths().begin(), arm.ffn_widths().end(), 0.0);
  return sum > 0 ? sum / arm.ffn_widths_size() : 1;
}

figure::Drawing DrawWidthCells(const v1::Comparison& comparison, const figure::Canvas& canvas) {
  figure::HeatChart chart{.caption = {"FFN width", "FFN width of every layer in every arm"},
                          .x_label = "layer",
                          .middle = MeanWidth(comparison.arms(0)),
                          .canvas = canvas};
  for (const v1::ArmComparison& arm : comparison.arms()) {
    chart.rows.push_back({arm.name(), {arm.ffn_widths().begin(), arm.ffn_widths().end()}});
  }
  return figure::DrawHeatChart(chart);
}

}  // namespace

std::vector<int> ArmsByLoss(const v1::Comparison& comparison) {
  return Ascending(comparison,
                   [](const v1::ArmComparison& arm) { return arm.mean_validation_loss(); });
}

std::vector<ArmStyle> ArmStyles(const v1::Comparison& comparison) {
  std::vector<ArmStyle> styles(comparison.arms_size(), {.style = kGrey, .muted = true});
  std::vector<int> chosen = ArmsByLoss(comparison);
  // The baseline always has a colour.
  std::stable_partition(chosen.begin(), chosen.end(), [](int arm) { return arm == 0; });
  if (chosen.size() > kMostColours) chosen.resize(kMostColours);
  std::sort(chosen.begin(), chosen.end());
  for (size_t i = 0; i < chosen.size(); ++i) styles[chosen[i]] = {.style = i, .muted = false};
  return styles;
}

figure::Drawing DrawDifferences(const v1::Comparison& comparison, const figure::Canvas& canvas) {
  figure::IntervalChart chart{
      .caption = {absl::StrCat("Difference to ", comparison.baseline()),
                  "Mean difference in validation loss with its interval; rings are seeds"},
      .x = {.label = "nats per token (below 0: better)"},
      .reference = 0,
      .rows = {},
      .canvas = canvas};
  if (comparison.has_negligible_difference()) chart.band = comparison.negligible_difference();
  const std::vector<ArmStyle> styles = ArmStyles(comparison);
  for (const int i : Ascending(comparison, [](const v1::ArmComparison& arm) {
         return arm.has_difference() ? arm.difference().mean() : NAN;
       })) {
    const v1::ArmComparison& arm = comparison.arms(i);
    if (!arm.has_difference()) continue;
    const v1::PairedDifference& d = arm.difference();
    chart.rows.push_back({.name = arm.name(),
                          .estimate = d.mean(),
                          .low = d.interval().low(),
                          .high = d.interval().high(),
                          .values = {d.differences().begin(), d.differences().end()},
                          .note = VerdictWord(arm.verdict()),
                          .style = styles[i].style});
  }
  return figure::DrawIntervalChart(chart);
}

figure::Drawing DrawFinalLosses(const v1::Comparison& comparison, const figure::Canvas& canvas) {
  figure::IntervalChart chart{
      .caption = {"Final validation loss", "Mean of every arm; rings are seeds"},
      .x = {.label = "nats per token"},
      .rows = {},
      .canvas = canvas};
  const std::vector<ArmStyle> styles = ArmStyles(comparison);
  for (const int i : ArmsByLoss(comparison)) {
    const v1::ArmComparison& arm = comparison.arms(i);
    chart.rows.push_back({.name = arm.name(),
                          .estimate = arm.mean_validation_loss(),
                          .low = NAN,
                          .high = NAN,
                          .values = {arm.validation_loss().begin(), arm.validation_loss().end()},
                          .note = i == 0 ? "baseline" : "",
                          .style = styles[i].style});
  }
  return figure::DrawIntervalChart(chart);
}

bool WidthsAreCells(const v1::Comparison& comparison) {
  return comparison.arms_size() > kMostWidthLines;
}

figure::Drawing DrawArmWidths(const v1::Comparison& comparison, const std::vector<ReportArm>& arms,
                              const figure::Canvas& canvas) {
  if (WidthsAreCells(comparison)) return DrawWidthCells(comparison, canvas);
  figure::LineChart chart{.caption = {"FFN width", "FFN width of every layer in every arm"},
                          .x = {.label = "layer", .whole = true},
                          .y = {.label = "hidden units", .low = 0},
                          .series = {},
                          .canvas = canvas};
  const std::vector<ArmStyle> styles = ArmStyles(comparison);
  for (int i = 0; i < comparison.arms_size(); ++i) {
    chart.series.push_back(WidthSeries(comparison.arms(i), styles[i]));
    const size_t arm = static_cast<size_t>(i);
    if (arm < arms.size() && arms[arm].schedule.has_value()) {
      AddWidthIntervals(*arms[arm].schedule, chart.series.back());
    }
  }
  AddFloors(arms, chart);
  return figure::DrawLineChart(chart);
}

bool HasParameters(const v1::Comparison& comparison) {
  return std::any_of(comparison.arms().begin(), comparison.arms().end(),
                     [](const auto& arm) { return arm.accounts().total_parameters() > 0; });
}

figure::Drawing DrawParameters(const v1::Comparison& comparison, const figure::Canvas& canvas) {
  figure::StackChart chart{.caption = {"Parameters", "What the parameters of every arm are"},
                           .x = {.label = "parameters"},
                           .parts = {"embedding", "attention", "FFN", "norms"},
                           .rows = {},
                           .canvas = canvas};
  for (const v1::ArmComparison& arm : comparison.arms()) {
    const model::v1::Accounts& accounts = arm.accounts();
    chart.rows.push_back({arm.name(),
                          {static_cast<double>(accounts.embedding_parameters()),
                           static_cast<double>(accounts.attention_parameters()),
                           static_cast<double>(accounts.ffn_parameters()),
                           static_cast<double>(accounts.norm_parameters())}});
  }
  return figure::DrawStackChart(chart);
}

bool HasFlops(const v1::Comparison& comparison) {
  return std::any_of(comparison.arms().begin(), comparison.arms().end(),
                     [](const auto& arm) { return arm.training_flops() > 0; });
}

figure::Drawing DrawFlops(const v1::Comparison& comparison, const figure::Canvas& canvas) {
  figure::StackChart chart{.caption = {"Training FLOPs", "FLOPs of one training run of every arm"},
                           .x = {.label = "FLOPs, forward and backward"},
                           .parts = {"training"},
                           .rows = {},
                           .canvas = canvas};
  for (const v1::ArmComparison& arm : comparison.arms()) {
    chart.rows.push_back({arm.name(), {arm.training_flops()}});
  }
  return figure::DrawStackChart(chart);
}

}  // namespace widthlab::pipeline
