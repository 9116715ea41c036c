#include "services/orchestrator/core/figures/lineage_figure.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/figure/graph_chart.h"
#include "common/spec/canonical_json.h"
#include "services/orchestrator/core/figures/words.h"
#include "widthlab/schedule/v1/schedule.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::pipeline {
namespace {

using artifact::v1::Artifact;

constexpr size_t kMostNodes = 32;
constexpr size_t kMostIdsOnHover = 40;
constexpr size_t kShortId = 12;

// Nodes by place in the lineage's list, and edges from what was used to what was made.
struct Graph {
  std::vector<const Artifact*> artifacts;
  std::vector<figure::GraphEdge> edges;
};

Graph GraphOf(const artifact::v1::Lineage& lineage) {
  Graph graph;
  std::map<std::string, size_t> places;
  for (const Artifact& artifact : lineage.artifacts()) {
    places.emplace(artifact.id(), graph.artifacts.size());
    graph.artifacts.push_back(&artifact);
  }
  for (const artifact::v1::Lineage::Edge& edge : lineage.edges()) {
    const auto from = places.find(edge.input());
    const auto to = places.find(edge.artifact());
    if (from != places.end() && to != places.end()) {
      graph.edges.push_back({from->second, to->second});
    }
  }
  return graph;
}

// Nodes that become one: for every node the number of its group, numbered as they come.
using Groups = std::vector<size_t>;

template <typename Key>
Groups GroupBy(const std::vector<Key>& keys) {
  std::map<Key, size_t> numbers;
  Groups groups;
  for (const Key& key : keys) groups.push_back(numbers.emplace(key, numbers.size()).first->second);
  return groups;
}

size_t Count(const Groups& groups) {
  return groups.empty() ? 0 : *std::max_element(groups.begin(), groups.end()) + 1;
}

// Of one kind, made from the same, used for the same.
Groups GroupTwins(const Graph& graph) {
  using Key = std::tuple<int, std::set<size_t>, std::set<size_t>>;
  std::vector<Key> keys;
  for (const Artifact* artifact : graph.artifacts)
    keys.push_back({artifact->manifest().kind(), {}, {}});
  for (const figure::GraphEdge& edge : graph.edges) {
    std::get<1>(keys[edge.to]).insert(edge.from);
    std::get<2>(keys[edge.from]).insert(edge.to);
  }
  return GroupBy(keys);
}

// Of one kind in one column: no edge joins such nodes, so no cycle comes of it.
Groups GroupColumns(const Graph& graph) {
  std::vector<std::pair<int, size_t>> keys;
  const auto places = figure::LayOutGraph(graph.artifacts.size(), graph.edges);
  for (size_t i = 0; i < graph.artifacts.size(); ++i) {
    keys.push_back({graph.artifacts[i]->manifest().kind(), places[i].column});
  }
  return GroupBy(keys);
}

std::string Plural(const std::string& kind, size_t count) {
  if (count == 1) return kind;
  const bool same = kind.back() == 's';
  return absl::StrCat(count, " ", kind, same ? "" : "s");
}

figure::GraphNode NodeOf(const std::vector<const Artifact*>& members) {
  const std::string kind = ArtifactWord(members[0]->manifest().kind());
  figure::GraphNode node;
  node.title = Plural(kind, members.size());
  std::vector<std::string> ids;
  std::vector<std::string> lines;
  for (const Artifact* member : members) {
    const std::string note = NoteOf(member->manifest());
    if (members.size() == 1 && !note.empty()) absl::StrAppend(&node.title, ", ", note);
    ids.push_back(member->id().substr(0, kShortId));
    if (lines.size() < kMostIdsOnHover) {
      lines.push_back(absl::StrCat(kind, " ", member->id(), note.empty() ? "" : ", ", note));
    }
  }
  if (members.size() > lines.size()) {
    lines.push_back(absl::StrCat("and ", members.size() - lines.size(), " more"));
  }
  node.subtitle = members.size() == 1 ? ids[0] : absl::StrCat(ids[0], " \xE2\x80\xA6");
  node.hover = absl::StrJoin(lines, "\n");
  return node;
}

figure::GraphChart ChartOf(const Graph& graph, const Groups& groups) {
  std::vector<std::vector<const Artifact*>> members(Count(groups));
  for (size_t i = 0; i < groups.size(); ++i) members[groups[i]].push_back(graph.artifacts[i]);
  figure::GraphChart chart{
      .caption = {"Lineage", "What was made from what; every box is an artifact"},
      .nodes = {},
      .edges = {}};
  for (const std::vector<const Artifact*>& group : members) chart.nodes.push_back(NodeOf(group));
  if (!chart.nodes.empty()) chart.nodes[0].focus = true;
  std::set<std::pair<size_t, size_t>> seen;
  for (const figure::GraphEdge& edge : graph.edges) {
    if (seen.insert({groups[edge.from], groups[edge.to]}).second) {
      chart.edges.push_back({groups[edge.from], groups[edge.to]});
    }
  }
  return chart;
}

// The spec of a manifest as `Message`; false where it is another's.
template <typename Message>
bool ReadSpec(const artifact::v1::Manifest& manifest, Message& spec) {
  return manifest.spec_type() == Message::descriptor()->full_name() &&
         spec::ParseJson(manifest.spec_json(), spec).ok();
}

}  // namespace

std::string NoteOf(const artifact::v1::Manifest& manifest) {
  schedule::v1::ScheduleSpec schedule;
  if (ReadSpec(manifest, schedule)) {
    const auto* const family = schedule::v1::ScheduleSpec::descriptor()->FindFieldByNumber(
        static_cast<int>(schedule.family_case()));
    return family == nullptr ? "" : family->name();
  }
  training::v1::TrainSpec train;
  if (ReadSpec(manifest, train)) return absl::StrCat("seed ", train.seed());
  artifact::v1::ImportSpec import;
  if (ReadSpec(manifest, import)) return import.source();
  return "";
}

figure::Drawing DrawLineage(const artifact::v1::Lineage& lineage, const figure::Canvas& canvas) {
  const Graph graph = GraphOf(lineage);
  Groups groups = GroupTwins(graph);
  if (Count(groups) > kMostNodes) groups = GroupColumns(graph);
  figure::GraphChart chart = ChartOf(graph, groups);
  chart.bare = canvas.bare;
  return figure::DrawGraphChart(chart);
}

}  // namespace widthlab::pipeline
