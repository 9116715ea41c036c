// Lines with markers and error bars: widths or work over depth, loss over steps.
//
//   LineChart chart{.caption = {"FFN width by layer", "..."},
//                   .x = {.label = "layer", .whole = true}, .y = {.label = "hidden units"}};
//   chart.series.push_back({"uniform", {{0, 512}, {1, 512}}});
//   WriteFile("widths.svg", DrawLineChart(chart));
//
// Each point says its values when the pointer rests on it. A point that cannot be drawn (NaN, or
// not above 0 on a logarithmic axis) leaves a gap.
#ifndef WIDTHLAB_COMMON_FIGURE_LINE_CHART_H_
#define WIDTHLAB_COMMON_FIGURE_LINE_CHART_H_

#include <limits>
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
  std::string name;
  std::vector<Point> points;
};

struct LineChart {
  Caption caption;
  Axis x;
  Axis y;
  std::vector<Series> series;
  Size size = {};
  // Above this many points in a series its markers, and so its hover texts, are left out.
  size_t most_markers = 400;
};

std::string DrawLineChart(const LineChart& chart);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_LINE_CHART_H_
