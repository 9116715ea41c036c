#include "services/geometry/core/transport/alternating_tree.h"

#include <utility>

namespace widthlab::geometry {

AlternatingTree::AlternatingTree(std::vector<LatticePoint> rows, std::vector<LatticePoint> columns,
                                 GroundNorm norm)
    : norm_(norm),
      rows_(std::move(rows)),
      columns_(std::move(columns)),
      column_of_(rows_.size(), kDiagonal),
      row_of_(columns_.size(), kDiagonal),
      parent_(columns_.size() + 1, -1),
      depth_(columns_.size() + 1, 1),
      first_child_(columns_.size() + 1, -1),
      next_sibling_(columns_.size() + 1, -1),
      previous_sibling_(columns_.size() + 1, -1) {
  depth_[root()] = 0;
  for (int32_t j = 0; j < column_count(); ++j) {
    price_.push_back(ColumnDiagonal(j));
    Attach(j, root());
  }
}

void AlternatingTree::Enter(int32_t row, int32_t column, ExactCost excess) {
  if (row == kDiagonal || column_of_[row] == kDiagonal) {
    // One unit more goes through the pair, along the path from the column to the diagonal, which
    // turns round. The arc that leaves is the path's last.
    const int32_t top = TopOf(column);
    Reverse(row, column, top, root());
    MoveBranch(column, -excess);
    return;
  }
  const int32_t mine = column_of_[row];
  if (column != kDiagonal && IsBelow(column, mine)) {
    // The row changes from its column to one below it; the path between turns round.
    Reverse(row, column, mine, parent_[mine]);
    MoveBranch(column, -excess);
    return;
  }
  // Nobody changes partners: the row with its column only hangs from elsewhere.
  Detach(mine);
  Attach(mine, column == kDiagonal ? root() : column);
  MoveBranch(mine, excess);
}

bool AlternatingTree::IsBelow(int32_t column, int32_t ancestor) const {
  while (depth_[column] > depth_[ancestor]) column = parent_[column];
  return column == ancestor;
}

int32_t AlternatingTree::TopOf(int32_t column) const {
  while (parent_[column] != root()) column = parent_[column];
  return column;
}

void AlternatingTree::Detach(int32_t column) {
  const int32_t previous = previous_sibling_[column];
  const int32_t next = next_sibling_[column];
  (previous >= 0 ? next_sibling_[previous] : first_child_[parent_[column]]) = next;
  if (next >= 0) previous_sibling_[next] = previous;
}

void AlternatingTree::Attach(int32_t column, int32_t parent) {
  const int32_t next = first_child_[parent];
  parent_[column] = parent;
  previous_sibling_[column] = -1;
  next_sibling_[column] = next;
  if (next >= 0) previous_sibling_[next] = column;
  first_child_[parent] = column;
}

void AlternatingTree::Reverse(int32_t row, int32_t column, int32_t top, int32_t parent) {
  const int32_t first_row = row;
  while (true) {
    const int32_t above = parent_[column];
    const int32_t left = std::exchange(row_of_[column], row);
    if (row != kDiagonal) column_of_[row] = column;
    Detach(column);
    Attach(column, parent);
    if (column == top) {
      if (left != kDiagonal && left != first_row) column_of_[left] = kDiagonal;
      return;
    }
    parent = column;
    row = left;
    column = above;
  }
}

void AlternatingTree::MoveBranch(int32_t top, ExactCost change) {
  int32_t node = top;
  while (true) {
    price_[node] += change;
    depth_[node] = depth_[parent_[node]] + 1;
    if (first_child_[node] >= 0) {
      node = first_child_[node];
      continue;
    }
    while (node != top && next_sibling_[node] < 0) node = parent_[node];
    if (node == top) return;
    node = next_sibling_[node];
  }
}

}  // namespace widthlab::geometry
