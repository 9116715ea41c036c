// Places the nodes of a directed graph without cycles in columns, so that every edge points right.
//
//   const std::vector<GraphPlace> places = LayOutGraph(3, {{0, 1}, {0, 2}});
//   // columns 0, 1, 1; rows 0, 0, 1
//
// A node's column is as far right as what follows from it allows, so that things of one kind, such
// as the runs of one comparison, stand in one column. Within a column nodes are ordered by the mean
// row of those they follow from, ties by index, so the result depends on the graph alone.
#ifndef WIDTHLAB_COMMON_FIGURE_GRAPH_LAYOUT_H_
#define WIDTHLAB_COMMON_FIGURE_GRAPH_LAYOUT_H_

#include <cstddef>
#include <vector>

namespace widthlab::figure {

struct GraphEdge {
  size_t from;
  size_t to;
};

struct GraphPlace {
  size_t column = 0;
  size_t row = 0;
};

// Edges must name nodes below `nodes`. On a graph with cycles the columns are still finite.
std::vector<GraphPlace> LayOutGraph(size_t nodes, const std::vector<GraphEdge>& edges);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_GRAPH_LAYOUT_H_
