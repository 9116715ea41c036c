// Boxes and arrows: what an artifact was made from, or the steps of a pipeline.
//
//   GraphChart chart{.caption = {"Lineage", "..."}};
//   chart.nodes = {{"text", "3f2a91"}, {"reference", "9b01c7"}};
//   chart.edges = {{0, 1}};
#ifndef WIDTHLAB_COMMON_FIGURE_GRAPH_CHART_H_
#define WIDTHLAB_COMMON_FIGURE_GRAPH_CHART_H_

#include <string>
#include <vector>

#include "common/figure/frame.h"
#include "common/figure/graph_layout.h"

namespace widthlab::figure {

struct GraphNode {
  std::string title;
  std::string subtitle = {};
  std::string hover = {};  // title and subtitle where empty
  bool focus = false;      // the one that the graph is about
};

struct GraphChart {
  Caption caption;
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;  // to nodes that exist
  bool bare = false;             // as Canvas::bare
};

// As large as its columns and rows need.
Drawing DrawGraphChart(const GraphChart& chart);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_GRAPH_CHART_H_
