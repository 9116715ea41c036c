// A coloured cell for each row and column: the widths of many schedules at a glance.
//
//   HeatChart chart{.caption = {"Widths", "..."}, .x_label = "layer", .middle = 512};
//   chart.rows.push_back({"taper", {768, 512, 256}});
//
// Orange is above the middle and blue below it, by ratio: twice as much is as far from it as half.
// Neighbours of equal value are one mark, which says its values when the pointer rests on it.
#ifndef WIDTHLAB_COMMON_FIGURE_HEAT_CHART_H_
#define WIDTHLAB_COMMON_FIGURE_HEAT_CHART_H_

#include <string>
#include <vector>

#include "common/figure/frame.h"

namespace widthlab::figure {

struct HeatRow {
  std::string name;
  std::vector<double> values;  // one for each column; NaN leaves the cell out
};

struct HeatChart {
  Caption caption;
  std::string x_label = {};
  double middle = 1;  // above 0
  std::vector<HeatRow> rows = {};
  Canvas canvas = {};  // the height follows from the rows
};

Drawing DrawHeatChart(const HeatChart& chart);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_HEAT_CHART_H_
