// Which pairs of two diagrams are worth a look: near ones to begin with, then every one that the
// prices of a basis say is too cheap.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PAIR_SEARCH_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PAIR_SEARCH_H_

#include <cstdint>
#include <vector>

#include "services/geometry/core/transport/alternating_tree.h"
#include "services/geometry/core/transport/diagram.h"
#include "services/geometry/core/transport/lattice_diagram.h"
#include "services/geometry/core/transport/priced_points.h"

namespace widthlab::geometry {

// For each row some columns.
using PairLists = std::vector<std::vector<int32_t>>;

// Searches in double precision with a margin, and decides in exact costs. Among equals each row
// prefers another column, going round from its own share of them: where many points are equal, not
// all rows ask for the same ones.
class PairSearch {
 public:
  // `tree` holds the costs and prices; it must outlive the search.
  PairSearch(const std::vector<LatticePoint>& rows, const std::vector<LatticePoint>& columns,
             GroundNorm norm, const AlternatingTree& tree);

  // The `count` nearest columns of each row and half as many nearest rows of each column, of the
  // pairs that cost less than the two diagonals together; others never match.
  PairLists NearPairs(int32_t count);

  // Adds to each row's list up to `count` columns of the greatest excess, exactly. Returns how many
  // were added: 0 proves that no pair at all has an excess.
  int64_t AddExcessivePairs(int32_t count, PairLists& pairs);

  // Σ over rows of min(α_i, min_j (c_ij − v_j)), the rows' side of the dual value: whatever the
  // columns' prices v ≤ β are, Σ v more is below every matching.
  ExactCost LeastRowCosts();

 private:
  void TakePrices();
  // An upper limit for costs in double precision which no pair cheaper than `price` misses.
  double Limit(ExactCost price) const;

  const AlternatingTree& tree_;
  double unit_;
  std::vector<DiagramPoint> rows_;
  std::vector<DiagramPoint> columns_;
  PricedPoints priced_rows_;
  PricedPoints priced_columns_;
  double greatest_row_ = 0;  // the greatest distance to the diagonal
  double greatest_column_ = 0;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PAIR_SEARCH_H_
