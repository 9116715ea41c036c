// Grouped bars with error bars: one group for each category, one bar for each series in it.
//
//   BarChart chart{.caption = {"Validation loss", "..."}, .y = {.label = "nats"},
//                  .categories = {"uniform", "cosine"}};
//   chart.series.push_back({"seed 1", {{2.31}, {2.30}}});
//
// Bars start at 0, as lengths must; where all values are far from it, an IntervalChart says more.
#ifndef WIDTHLAB_COMMON_FIGURE_BAR_CHART_H_
#define WIDTHLAB_COMMON_FIGURE_BAR_CHART_H_

#include <limits>
#include <string>
#include <vector>

#include "common/figure/frame.h"

namespace widthlab::figure {

struct Bar {
  double value;  // NaN: no bar
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct BarSeries {
  std::string name;
  std::vector<Bar> bars;  // one for each category; missing ones are not drawn
};

struct BarChart {
  Caption caption;
  Axis y;
  std::string x_label = {};
  std::vector<std::string> categories;
  std::vector<BarSeries> series;
  Size size = {};
};

std::string DrawBarChart(const BarChart& chart);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_BAR_CHART_H_
