// A basis of the matching of two diagrams: who is matched now, and prices that go with it.
//
// The problem is a flow from the rows (points of one diagram) to the columns (of the other), with
// the diagonal as one node beside them that takes in any row at cost α_i and gives to any column at
// cost β_j. A basis is a spanning tree of that network whose arcs fix a price for every node:
//
//   u_i + v_j = c_ij   u_i = α_i   v_j = β_j     on the tree's arcs, and the diagonal's price is 0
//
// It is kept *alternating* (Barr, Glover and Klingman, "The alternating basis algorithm for
// assignment problems", Math. Programming 13, 1977), which rules out cycling: every column's parent
// is the row it is matched to (or the diagonal), so a row has at most one child. Hence columns
// alone make up the tree: the parent of column j is the column (or the diagonal) that its row
// hangs from. Rows on the diagonal are leaves and need no place.
//
//   AlternatingTree tree(rows, columns, norm);       // all on the diagonal
//   ExactCost excess = tree.RowPrice(i) + tree.ColumnPrice(j) - cost;
//   if (excess > 0) tree.Enter(i, j, excess);        // the pair is worth more than it costs
//
// With no excess anywhere the matching is optimal and the prices prove it. An Enter takes time
// proportional to the branch of the tree that moves.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ALTERNATING_TREE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ALTERNATING_TREE_H_

#include <cstdint>
#include <vector>

#include "services/geometry/core/transport/diagram.h"
#include "services/geometry/core/transport/lattice_diagram.h"

namespace widthlab::geometry {

class AlternatingTree {
 public:
  static constexpr int32_t kDiagonal = -1;

  AlternatingTree(std::vector<LatticePoint> rows, std::vector<LatticePoint> columns,
                  GroundNorm norm);

  int32_t row_count() const { return static_cast<int32_t>(rows_.size()); }
  int32_t column_count() const { return static_cast<int32_t>(columns_.size()); }

  ExactCost Cost(int32_t row, int32_t column) const {
    return ExactDistance(rows_[row], columns_[column], norm_);
  }
  ExactCost RowDiagonal(int32_t row) const { return ExactDistanceToDiagonal(rows_[row]); }
  ExactCost ColumnDiagonal(int32_t column) const {
    return ExactDistanceToDiagonal(columns_[column]);
  }

  // The column of a row and the row of a column, or kDiagonal.
  int32_t column_of(int32_t row) const { return column_of_[row]; }
  int32_t row_of(int32_t column) const { return row_of_[column]; }

  ExactCost RowPrice(int32_t row) const {
    const int32_t column = column_of_[row];
    return column == kDiagonal ? RowDiagonal(row) : Cost(row, column) - price_[column];
  }
  ExactCost ColumnPrice(int32_t column) const { return price_[column]; }

  // Brings the pair into the basis; either may be kDiagonal. `excess` > 0 is by how much the prices
  // of the two exceed the pair's cost.
  void Enter(int32_t row, int32_t column, ExactCost excess);

 private:
  int32_t root() const { return column_count(); }
  bool IsBelow(int32_t column, int32_t ancestor) const;
  int32_t TopOf(int32_t column) const;
  void Detach(int32_t column);
  void Attach(int32_t column, int32_t parent);
  // Turns the path from `column` up to `top` round: `column` is given to `row` and hung under
  // `parent`, each further column of the path to the row that was matched below it, and the last
  // row (of `top`) is left on the diagonal, unless it is `row`.
  void Reverse(int32_t row, int32_t column, int32_t top, int32_t parent);
  // Adds to the prices of a branch, and sets its depths anew.
  void MoveBranch(int32_t top, ExactCost change);

  GroundNorm norm_;
  std::vector<LatticePoint> rows_;
  std::vector<LatticePoint> columns_;
  std::vector<int32_t> column_of_;
  std::vector<int32_t> row_of_;
  std::vector<ExactCost> price_;  // v
  // The tree, with the diagonal as node `root()`; −1 where there is none.
  std::vector<int32_t> parent_;
  std::vector<int32_t> depth_;
  std::vector<int32_t> first_child_;
  std::vector<int32_t> next_sibling_;
  std::vector<int32_t> previous_sibling_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ALTERNATING_TREE_H_
