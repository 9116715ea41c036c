// Bars made of parts, one a row: what a whole is made of, and whether wholes are equal.
//
//   StackChart chart{.caption = {"Parameters", "..."}, .x = {.label = "parameters"},
//                    .parts = {"attention", "FFN"}, .rows = {{"uniform", {4096, 8192}}}};
#ifndef WIDTHLAB_COMMON_FIGURE_STACK_CHART_H_
#define WIDTHLAB_COMMON_FIGURE_STACK_CHART_H_

#include <string>
#include <vector>

#include "common/figure/frame.h"

namespace widthlab::figure {

struct StackRow {
  std::string name;
  std::vector<double> values;  // one for each part; what is not above 0 is not drawn
};

struct StackChart {
  Caption caption;
  Axis x;  // from 0
  std::vector<std::string> parts;
  std::vector<StackRow> rows;
  Canvas canvas = {};  // the height follows from the rows
};

Drawing DrawStackChart(const StackChart& chart);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_STACK_CHART_H_
