#include "common/artifact/lineage.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

// The graph as far as it was followed.
struct Graph {
  std::vector<std::string> ids = {};
  std::set<std::string> seen = {};
  // (artifact, input), in the order in which they were met.
  std::vector<std::pair<std::string, std::string>> edges = {};
  std::set<std::pair<std::string, std::string>> known_edges = {};

  void AddEdge(const std::string& artifact, const std::string& input) {
    if (known_edges.emplace(artifact, input).second) edges.emplace_back(artifact, input);
  }
};

absl::Status Follow(Catalogue& catalogue, const std::string& root, bool up, int depth,
                    Graph& graph) {
  std::vector<std::string> layer = {root};
  std::set<std::string> visited = {root};
  for (int step = 0; !layer.empty() && (depth == 0 || step < depth); ++step) {
    std::set<std::string> next;
    for (const std::string& id : layer) {
      ASSIGN_OR_RETURN(const std::vector<std::string> neighbours,
                       up ? catalogue.InputsOf(id) : catalogue.DependentsOf(id));
      for (const std::string& neighbour : neighbours) {
        up ? graph.AddEdge(id, neighbour) : graph.AddEdge(neighbour, id);
        if (visited.insert(neighbour).second) next.insert(neighbour);
      }
    }
    layer.assign(next.begin(), next.end());
    for (const std::string& id : layer) {
      if (graph.seen.insert(id).second) graph.ids.push_back(id);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::Lineage> FollowLineage(Catalogue& catalogue, const v1::Artifact& root,
                                          LineageDirection direction, int depth) {
  Graph graph;
  graph.seen.insert(root.id());
  if (direction != LineageDirection::kDescendants) {
    RETURN_IF_ERROR(Follow(catalogue, root.id(), /*up=*/true, depth, graph));
  }
  if (direction != LineageDirection::kAncestors) {
    RETURN_IF_ERROR(Follow(catalogue, root.id(), /*up=*/false, depth, graph));
  }
  v1::Lineage lineage;
  *lineage.add_artifacts() = root;
  for (const std::string& id : graph.ids) {
    ASSIGN_OR_RETURN(std::optional<v1::Artifact> artifact, catalogue.Find(id));
    if (artifact.has_value()) *lineage.add_artifacts() = *std::move(artifact);
  }
  for (const auto& [artifact, input] : graph.edges) {
    v1::Lineage::Edge& edge = *lineage.add_edges();
    edge.set_artifact(artifact);
    edge.set_input(input);
  }
  return lineage;
}

}  // namespace widthlab::artifact
