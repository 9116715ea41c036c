#include "common/figure/bar_chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kGroupShare = 0.8;  // of the room of a category

std::vector<double> Values(const BarChart& chart) {
  std::vector<double> values = {0};
  for (const BarSeries& series : chart.series) {
    for (const Bar& bar : series.bars) values.insert(values.end(), {bar.value, bar.low, bar.high});
  }
  return values;
}

// Linear from 0, since a bar's length is its value.
Axis BarAxis(const BarChart& chart, const std::vector<double>& values) {
  Axis axis = chart.y;
  axis.logarithmic = false;
  const bool negative = std::any_of(values.begin(), values.end(), [](double v) { return v < 0; });
  if (!negative) axis.low = 0;
  return axis;
}

std::string HoverText(const BarChart& chart, size_t series, size_t category) {
  const Bar& bar = chart.series[series].bars[category];
  std::string text = absl::StrCat(chart.series[series].name, ", ", chart.categories[category], ": ",
                                  ValueText(bar.value));
  if (std::isfinite(bar.low) && std::isfinite(bar.high)) {
    absl::StrAppend(&text, " (", ValueText(bar.low), " to ", ValueText(bar.high), ")");
  }
  return text;
}

void DrawBar(SvgWriter& svg, const Scale& y, const Bar& bar, double left, double width,
             const std::string& hover) {
  const double top = y.At(std::max(bar.value, 0.0));
  const double bottom = y.At(std::min(bar.value, 0.0));
  svg.Open("g");
  svg.Text("title", {}, hover);
  svg.Leaf(
      "rect",
      {{"class", "wf-bar"}, {"x", left}, {"y", top}, {"width", width}, {"height", bottom - top}});
  if (std::isfinite(bar.low) && std::isfinite(bar.high)) {
    const double x = left + width / 2;
    svg.Leaf("line", {{"class", "wf-axis"},
                      {"x1", x},
                      {"y1", y.At(bar.low)},
                      {"x2", x},
                      {"y2", y.At(bar.high)}});
  }
  svg.Close();
}

std::vector<std::string> Legend(const BarChart& chart) {
  std::vector<std::string> names;
  for (const BarSeries& series : chart.series) names.push_back(series.name);
  if (names.size() == 1) names.clear();
  return names;
}

}  // namespace

std::string DrawBarChart(const BarChart& chart) {
  const std::vector<double> values = Values(chart);
  const Axis axis = BarAxis(chart, values);
  const double room = LabelRoom(MakeScale(axis, values, {1, 0}));
  Frame frame(chart.caption, chart.size, Legend(chart), room, !chart.x_label.empty());
  const Box& plot = frame.plot();
  const Scale y = MakeScale(axis, values, {plot.bottom, plot.top});
  frame.DrawYAxis(axis, y);
  frame.DrawXLabel(chart.x_label);
  if (chart.categories.empty() || chart.series.empty()) frame.DrawNote("no data");

  SvgWriter& svg = frame.svg();
  const double group = (plot.right - plot.left) / std::max<size_t>(chart.categories.size(), 1);
  const double bar = kGroupShare * group / std::max<size_t>(chart.series.size(), 1);
  for (size_t s = 0; s < chart.series.size(); ++s) {
    svg.Open("g", {{"class", SeriesClass(s)}});
    const size_t count = std::min(chart.series[s].bars.size(), chart.categories.size());
    for (size_t c = 0; c < count; ++c) {
      if (!std::isfinite(chart.series[s].bars[c].value)) continue;
      const double left = plot.left + group * (c + (1 - kGroupShare) / 2) + bar * s;
      DrawBar(svg, y, chart.series[s].bars[c], left, 0.92 * bar, HoverText(chart, s, c));
    }
    svg.Close();
  }
  for (size_t c = 0; c < chart.categories.size(); ++c) {
    svg.Text("text",
             {{"class", "wf-text"},
              {"text-anchor", "middle"},
              {"x", plot.left + group * (c + 0.5)},
              {"y", plot.bottom + 16}},
             chart.categories[c]);
  }
  svg.Leaf("line", {{"class", "wf-axis"},
                    {"x1", plot.left},
                    {"y1", y.At(0)},
                    {"x2", plot.right},
                    {"y2", y.At(0)}});
  return frame.Finish();
}

}  // namespace widthlab::figure
