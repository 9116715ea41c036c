// Breaks edges that pass over columns into steps from one column to the next, so that none runs
// behind a box.
//
//   const LanedGraph laned = AddLanes(3, {{0, 1}, {1, 2}, {0, 2}});
//   // node 3 is a lane beside node 1: edges 0 -> 1, 1 -> 2, 0 -> 3, 3 -> 2
//
// Lanes are nodes from `nodes` on. Edges from one node share their lanes.
#ifndef WIDTHLAB_COMMON_FIGURE_GRAPH_LANES_H_
#define WIDTHLAB_COMMON_FIGURE_GRAPH_LANES_H_

#include <cstddef>
#include <vector>

#include "common/figure/graph_layout.h"

namespace widthlab::figure {

struct LanedGraph {
  size_t nodes = 0;  // with the lanes
  std::vector<GraphEdge> edges;
};

// LayOutGraph leaves every node of a graph without cycles in the column that it had.
LanedGraph AddLanes(size_t nodes, const std::vector<GraphEdge>& edges);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_GRAPH_LANES_H_
