#include "services/orchestrator/core/pipeline/step_graph.h"

#include <map>
#include <queue>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"

namespace widthlab::pipeline {
namespace {

using Edges = std::vector<std::vector<int>>;

Edges DependenciesByPosition(const std::vector<std::string>& ids,
                             const std::vector<std::vector<std::string>>& depends_on) {
  std::map<std::string, int> position;
  for (size_t i = 0; i < ids.size(); ++i) position[ids[i]] = static_cast<int>(i);
  Edges edges(ids.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    for (const std::string& id : depends_on[i]) edges[i].push_back(position.at(id));
  }
  return edges;
}

// Every step that is left waits for one that is left, so following these ends in a cycle.
absl::Status CycleError(const std::vector<std::string>& ids, const Edges& dependencies,
                        const std::vector<int>& waiting_for) {
  int at = 0;
  while (waiting_for[at] == 0) ++at;
  std::vector<int> path;
  std::vector<int> place(ids.size(), -1);
  while (place[at] < 0) {
    place[at] = static_cast<int>(path.size());
    path.push_back(at);
    for (int next : dependencies[at]) {
      if (waiting_for[next] > 0) {
        at = next;
        break;
      }
    }
  }
  std::vector<std::string> names;
  for (size_t i = place[at]; i < path.size(); ++i) names.push_back(ids[path[i]]);
  names.push_back(ids[at]);
  const std::string cycle = absl::StrJoin(names, " -> ");
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "STEP_CYCLE",
                    .field = absl::StrCat("steps[", at, "]"),
                    .metadata = {{"cycle", cycle}}},
                   names.size() == 2
                       ? absl::StrCat("step \"", ids[at], "\" depends on itself")
                       : absl::StrCat("steps depend on each other in a circle: ", cycle));
}

}  // namespace

absl::StatusOr<std::vector<int>> OrderSteps(
    const std::vector<std::string>& ids, const std::vector<std::vector<std::string>>& depends_on) {
  const Edges dependencies = DependenciesByPosition(ids, depends_on);
  Edges dependents(ids.size());
  std::vector<int> waiting_for(ids.size(), 0);
  std::priority_queue<int, std::vector<int>, std::greater<int>> ready;
  for (size_t i = 0; i < ids.size(); ++i) {
    for (int d : dependencies[i]) dependents[d].push_back(static_cast<int>(i));
    waiting_for[i] = static_cast<int>(dependencies[i].size());
    if (waiting_for[i] == 0) ready.push(static_cast<int>(i));
  }
  std::vector<int> order;
  while (!ready.empty()) {
    const int step = ready.top();
    ready.pop();
    order.push_back(step);
    for (int dependent : dependents[step]) {
      if (--waiting_for[dependent] == 0) ready.push(dependent);
    }
  }
  if (order.size() < ids.size()) return CycleError(ids, dependencies, waiting_for);
  return order;
}

}  // namespace widthlab::pipeline
