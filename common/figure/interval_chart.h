// Estimates with their intervals, one a row, around a reference line: differences to a baseline.
//
//   IntervalChart chart{.caption = {"Difference to uniform", "..."},
//                       .x = {.label = "nats"}, .reference = 0};
//   chart.rows.push_back({"cosine_taper", -0.003, -0.006, 0.0, {-0.004, -0.002, -0.003}});
//
// Small rings show the single values (seeds) behind an estimate.
#ifndef WIDTHLAB_COMMON_FIGURE_INTERVAL_CHART_H_
#define WIDTHLAB_COMMON_FIGURE_INTERVAL_CHART_H_

#include <optional>
#include <string>
#include <vector>

#include "common/figure/frame.h"

namespace widthlab::figure {

struct IntervalRow {
  std::string name;
  double estimate;
  double low;  // NaN: no interval
  double high;
  std::vector<double> values = {};
  std::string note = {};  // after the name, for instance a verdict
  // Colour and marker; left out: those of its place in the chart.
  std::optional<size_t> style = {};
};

struct IntervalChart {
  Caption caption;
  Axis x;
  std::optional<double> reference = {};
  // What lies within this of the reference does not matter: shown as a band.
  std::optional<double> band = {};
  std::vector<IntervalRow> rows;
  Canvas canvas = {};  // the height follows from the rows
};

Drawing DrawIntervalChart(const IntervalChart& chart);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_INTERVAL_CHART_H_
