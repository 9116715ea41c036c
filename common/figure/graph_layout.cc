#include "common/figure/graph_layout.h"

#include <algorithm>
#include <numeric>

namespace widthlab::figure {
namespace {

// Longest way from each node to an end, found by relaxing every edge until nothing changes, or as
// often as the longest way without a cycle could need.
std::vector<size_t> StepsToEnd(size_t nodes, const std::vector<GraphEdge>& edges) {
  std::vector<size_t> steps(nodes, 0);
  bool changed = true;
  for (size_t round = 0; changed && round < nodes; ++round) {
    changed = false;
    for (const GraphEdge& edge : edges) {
      if (steps[edge.from] > steps[edge.to]) continue;
      steps[edge.from] = steps[edge.to] + 1;
      changed = true;
    }
  }
  return steps;
}

// Mean row of the nodes that `node` follows from; its index where it follows from none.
double MeanRow(size_t node, const std::vector<GraphEdge>& edges,
               const std::vector<GraphPlace>& places) {
  double sum = 0;
  size_t count = 0;
  for (const GraphEdge& edge : edges) {
    if (edge.to != node) continue;
    sum += static_cast<double>(places[edge.from].row);
    ++count;
  }
  return count == 0 ? static_cast<double>(node) : sum / static_cast<double>(count);
}

}  // namespace

std::vector<GraphPlace> LayOutGraph(size_t nodes, const std::vector<GraphEdge>& edges) {
  const std::vector<size_t> steps = StepsToEnd(nodes, edges);
  std::vector<GraphPlace> places(nodes);
  const size_t last = nodes == 0 ? 0 : *std::max_element(steps.begin(), steps.end());
  for (size_t column = 0; column <= last; ++column) {
    std::vector<size_t> members;
    std::vector<double> wish(nodes);
    for (size_t node = 0; node < nodes; ++node) {
      if (last - steps[node] != column) continue;
      members.push_back(node);
      wish[node] = MeanRow(node, edges, places);
    }
    std::stable_sort(members.begin(), members.end(),
                     [&](size_t a, size_t b) { return wish[a] < wish[b]; });
    for (size_t row = 0; row < members.size(); ++row) places[members[row]] = {column, row};
  }
  return places;
}

}  // namespace widthlab::figure
