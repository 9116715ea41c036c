#include "common/figure/stack_chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/text_layout.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kRowHeight = 24;
constexpr double kBarShare = 0.7;
constexpr double kMostNameRoom = 0.4;  // of the width

bool Counts(double value) { return std::isfinite(value) && value > 0; }

double Total(const StackRow& row) {
  double total = 0;
  for (const double value : row.values) total += Counts(value) ? value : 0;
  return total;
}

double NameRoom(const StackChart& chart) {
  double widest = 0;
  for (const StackRow& row : chart.rows) {
    widest = std::max(widest, TextWidth(row.name, kFontSize));
  }
  return std::min(widest + 12, kMostNameRoom * chart.canvas.width);
}

void DrawRow(SvgWriter& svg, const StackChart& chart, const StackRow& row, const Scale& x,
             double top, double height) {
  double sum = 0;
  for (size_t p = 0; p < std::min(row.values.size(), chart.parts.size()); ++p) {
    if (!Counts(row.values[p])) continue;
    const double left = x.At(sum);
    sum += row.values[p];
    svg.Open("g", {{"class", SeriesClass(p)}});
    svg.Text("title", {},
             absl::StrCat(row.name, ", ", chart.parts[p], ": ", ValueText(row.values[p]), " of ",
                          ValueText(Total(row))));
    svg.Leaf("rect", {{"class", "wf-bar"},
                      {"x", left},
                      {"y", top},
                      {"width", x.At(sum) - left},
                      {"height", height}});
    svg.Close();
  }
}

std::vector<LegendEntry> Legend(const StackChart& chart) {
  std::vector<LegendEntry> legend;
  for (size_t p = 0; p < chart.parts.size(); ++p) {
    legend.push_back({.name = chart.parts[p], .style = p, .bar = true});
  }
  if (legend.size() == 1) legend.clear();
  return legend;
}

}  // namespace

Drawing DrawStackChart(const StackChart& chart) {
  Axis axis = chart.x;
  axis.low = 0;
  std::vector<double> totals;
  for (const StackRow& row : chart.rows) totals.push_back(Total(row));
  Canvas canvas = chart.canvas;
  canvas.height = HeightAround(canvas, !chart.x.label.empty()) +
                  kRowHeight * static_cast<double>(std::max<size_t>(chart.rows.size(), 1));
  const double room = NameRoom(chart);
  Frame frame(chart.caption, canvas,
              {.legend = Legend(chart), .left_room = room, .has_x_label = !chart.x.label.empty()});
  const Box& plot = frame.plot();
  const Scale x = MakeScale(axis, totals, {plot.left, plot.right});
  frame.DrawXAxis(axis, x);
  if (chart.rows.empty()) frame.DrawNote("no data");
  for (size_t i = 0; i < chart.rows.size(); ++i) {
    const double top = plot.top + kRowHeight * static_cast<double>(i) + 2;
    const double height = kBarShare * kRowHeight;
    frame.svg().Text("text",
                     {{"class", "wf-text"},
                      {"text-anchor", "end"},
                      {"x", plot.left - 8},
                      {"y", top + height / 2 + 4}},
                     FitName(chart.rows[i].name, kFontSize, room - 10));
    DrawRow(frame.svg(), chart, chart.rows[i], x, top, height);
  }
  return frame.Finish();
}

}  // namespace widthlab::figure
