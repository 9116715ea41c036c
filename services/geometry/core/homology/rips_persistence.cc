#include "services/geometry/core/homology/rips_persistence.h"

#include <algorithm>
#include <optional>

#include "services/geometry/core/homology/cohomology.h"
#include "services/geometry/core/homology/lens.h"
#include "services/geometry/core/homology/spanning_forest.h"

namespace widthlab::geometry {
namespace {

// Edges with an empty lens that close a cycle, in rising order of rank. Those of the minimum
// spanning tree all have an empty lens, so no other edge needs to be looked at.
std::vector<int32_t> Columns(const EdgeOrder& order, const LensTable& lenses) {
  SpanningForest forest(order.points());
  std::vector<int32_t> columns;
  for (int32_t rank = 0; rank < order.edges(); ++rank) {
    if (!lenses.IsEmpty(rank)) continue;
    const Edge edge = order.ends(rank);
    if (!forest.Join(edge.i, edge.j)) columns.push_back(rank);
  }
  return columns;
}

}  // namespace

std::vector<EdgePair> RipsPersistence(numeric::ThreadPool& pool, const Matrix& distance,
                                      absl::FunctionRef<bool()> cancelled) {
  if (distance.rows() < 3 || cancelled()) return {};
  const std::optional<EdgeOrder> sorted = EdgeOrder::Sort(pool, distance, cancelled);
  if (!sorted) return {};
  const EdgeOrder& order = *sorted;
  const std::optional<LensTable> lenses = LensTable::Make(pool, order, cancelled);
  if (!lenses) return {};
  const std::vector<int32_t> columns = Columns(order, *lenses);
  Cohomology cohomology(order, *lenses, cancelled);
  std::vector<EdgePair> pairs;
  for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
    const int32_t death = cohomology.ReduceColumn(*column);
    if (death == EdgeOrder::kNone) return {};
    const EdgePair pair{order.ends(*column), order.ends(death)};
    if (distance(pair.birth.i, pair.birth.j) < distance(pair.death.i, pair.death.j)) {
      pairs.push_back(pair);
    }
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace widthlab::geometry
