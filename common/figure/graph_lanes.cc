#include "common/figure/graph_lanes.h"

#include <map>
#include <utility>

namespace widthlab::figure {

LanedGraph AddLanes(size_t nodes, const std::vector<GraphEdge>& edges) {
  const std::vector<GraphPlace> places = LayOutGraph(nodes, edges);
  LanedGraph laned{.nodes = nodes, .edges = {}};
  // Lane in a column of the edges from a node.
  std::map<std::pair<size_t, size_t>, size_t> lanes;
  for (const GraphEdge& edge : edges) {
    size_t from = edge.from;
    for (size_t c = places[edge.from].column + 1; c < places[edge.to].column; ++c) {
      const auto [lane, is_new] = lanes.emplace(std::pair{edge.from, c}, laned.nodes);
      if (is_new) {
        laned.edges.push_back({from, lane->second});
        ++laned.nodes;
      }
      from = lane->second;
    }
    laned.edges.push_back({from, edge.to});
  }
  return laned;
}

}  // namespace widthlab::figure
