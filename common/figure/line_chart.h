// Lines with markers and error bars: widths or work over depth, loss over steps.
//
//   LineChart chart{.caption = {"FFN width by layer", "..."},
//                   .x = {.label = "layer", .whole = true}, .y = {.label = "hidden units"}};
//   chart.series.push_back({"uniform", {{0, 512}, {1, 512}}});
//   WriteFile("widths.svg", DrawLineChart(chart).svg);
//
// Each point says its values when the pointer rests on it (of a long series about a hundred do). A
// point that cannot be drawn (NaN, or not above 0 on a logarithmic axis) leaves a gap.
#ifndef WIDTHLAB_COMMON_FIGURE_LINE_CHART_H_
#define WIDTHLAB_COMMON_FIGURE_LINE_CHART_H_

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "common/figure/frame.h"

namespace widthlab::figure {

struct Point {
  double x;
  double y;
  // Ends of the error bar; none where NaN.
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct Series {
  std::string name;  // muted series share one entry of the legend
  std::vector<Point> points;
  // Colour, marker and dashes; left out: those of its place in the chart.
  std::optional<size_t> style = {};
  Emphasis emphasis = Emphasis::kNormal;
};

struct LineChart {
  Caption caption;
  Axis x;
  Axis y;
  std::vector<Series> series;
  Canvas canvas = {};
  // A dashed line at this height.
  std::optional<double> reference = {};
};

Drawing DrawLineChart(const LineChart& chart);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_LINE_CHART_H_
