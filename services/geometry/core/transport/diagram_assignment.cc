#include "services/geometry/core/transport/diagram_assignment.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace widthlab::geometry {
namespace {

constexpr int32_t kNearPairs = 16;      // of a row, to begin with
constexpr int32_t kExcessivePairs = 6;  // of a row, added at a time
constexpr int32_t kLooksBetweenQuestions = 1024;
constexpr int32_t kRowsAtOnce = 4;  // among which the pair of the greatest excess enters

}  // namespace

DiagramAssignment::DiagramAssignment(std::vector<DiagramPoint> rows,
                                     std::vector<DiagramPoint> columns, GroundNorm norm)
    : rows_(std::move(rows)),
      columns_(std::move(columns)),
      norm_(norm),
      bits_(LatticeBits(rows_.size() + columns_.size())),
      lattice_rows_(ToLattice(rows_, bits_)),
      lattice_columns_(ToLattice(columns_, bits_)),
      tree_(lattice_rows_, lattice_columns_, norm),
      search_(lattice_rows_, lattice_columns_, norm, tree_) {}

bool DiagramAssignment::Solve(absl::FunctionRef<bool()> cancelled) {
  PairLists pairs = search_.NearPairs(kNearPairs);
  do {
    if (!Pivot(pairs, cancelled)) return false;
  } while (search_.AddExcessivePairs(kExcessivePairs, pairs) > 0);
  return true;
}

bool DiagramAssignment::Pivot(const PairLists& pairs, absl::FunctionRef<bool()> cancelled) {
  int32_t looks = 0;
  const int32_t row_count = tree_.row_count();
  const int32_t column_count = tree_.column_count();
  const int32_t longer = std::max(row_count, column_count);
  // Rows and columns go round until all of them were seen since the last pivot.
  for (int32_t at = 0, seen = 0; seen < longer; seen += kRowsAtOnce) {
    if (looks++ % kLooksBetweenQuestions == 0 && cancelled()) return false;
    Entering best;
    for (int32_t k = 0; k < kRowsAtOnce; ++k) {
      if (at < row_count) ConsiderRow(at, pairs[at], best);
      if (at < column_count) ConsiderColumn(at, best);
      at = at + 1 == longer ? 0 : at + 1;
    }
    if (best.excess == 0) continue;
    tree_.Enter(best.row, best.column, best.excess);
    seen = -kRowsAtOnce;
  }
  return true;
}

void DiagramAssignment::ConsiderRow(int32_t row, const std::vector<int32_t>& columns,
                                    Entering& best) const {
  const ExactCost price = tree_.RowPrice(row);
  const ExactCost diagonal_excess = price - tree_.RowDiagonal(row);
  if (diagonal_excess > best.excess) best = {row, AlternatingTree::kDiagonal, diagonal_excess};
  for (const int32_t j : columns) {
    const ExactCost excess = price + tree_.ColumnPrice(j) - tree_.Cost(row, j);
    if (excess > best.excess) best = {row, j, excess};
  }
}

void DiagramAssignment::ConsiderColumn(int32_t column, Entering& best) const {
  const ExactCost excess = tree_.ColumnPrice(column) - tree_.ColumnDiagonal(column);
  if (excess > best.excess) best = {AlternatingTree::kDiagonal, column, excess};
}

double DiagramAssignment::PrimalValue() const {
  double value = 0;
  std::vector<bool> matched(columns_.size());
  for (size_t i = 0; i < rows_.size(); ++i) {
    const int32_t column = column_of(static_cast<int32_t>(i));
    if (column == AlternatingTree::kDiagonal) {
      value += SquaredDistanceToDiagonal(rows_[i], norm_);
    } else {
      value += SquaredDistance(rows_[i], columns_[column], norm_);
      matched[column] = true;
    }
  }
  for (size_t j = 0; j < columns_.size(); ++j) {
    if (!matched[j]) value += SquaredDistanceToDiagonal(columns_[j], norm_);
  }
  return value;
}

double DiagramAssignment::DualValue() {
  ExactCost sum = search_.LeastRowCosts();
  for (int32_t j = 0; j < tree_.column_count(); ++j) {
    sum += std::min(tree_.ColumnPrice(j), tree_.ColumnDiagonal(j));
  }
  return std::ldexp(ExactCostUnit(norm_) * static_cast<double>(sum), -2 * bits_);
}

}  // namespace widthlab::geometry
