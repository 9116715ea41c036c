#include "services/geometry/core/transport/pair_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace widthlab::geometry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<DiagramPoint> ToDoubles(const std::vector<LatticePoint>& points) {
  std::vector<DiagramPoint> doubles;
  doubles.reserve(points.size());
  for (const LatticePoint& p : points) {
    doubles.push_back({static_cast<double>(p.birth), static_cast<double>(p.death)});
  }
  return doubles;
}

// The `count` least of what is offered, kept in ascending order.
template <typename Key>
class Least {
 public:
  explicit Least(int32_t count) : count_(count) {}

  bool full() const { return static_cast<int32_t>(kept_.size()) == count_; }
  const Key& greatest() const { return kept_.back().first; }
  const std::vector<std::pair<Key, int32_t>>& kept() const { return kept_; }
  void Clear() { kept_.clear(); }

  void Offer(const Key& key, int32_t index) {
    if (full()) {
      if (!(key < greatest())) return;
      kept_.pop_back();
    }
    const auto above = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const auto& other) { return key < other.first; });
    kept_.insert(above, {key, index});
  }

 private:
  int32_t count_;
  std::vector<std::pair<Key, int32_t>> kept_;
};

// Where `i` of `from` begins to go round the `to` others, and how far `j` is from there.
int32_t Turn(int32_t i, int32_t from, int32_t j, int32_t to) {
  const int32_t begin = static_cast<int32_t>(int64_t{i} * to / from);
  return j >= begin ? j - begin : j - begin + to;
}

}  // namespace

PairSearch::PairSearch(const std::vector<LatticePoint>& rows,
                       const std::vector<LatticePoint>& columns, GroundNorm norm,
                       const AlternatingTree& tree)
    : tree_(tree),
      unit_(ExactCostUnit(norm)),
      rows_(ToDoubles(rows)),
      columns_(ToDoubles(columns)),
      priced_rows_(rows_, norm),
      priced_columns_(columns_, norm) {
  for (int32_t i = 0; i < tree.row_count(); ++i) {
    greatest_row_ = std::max(greatest_row_, unit_ * static_cast<double>(tree.RowDiagonal(i)));
  }
  for (int32_t j = 0; j < tree.column_count(); ++j) {
    greatest_column_ =
        std::max(greatest_column_, unit_ * static_cast<double>(tree.ColumnDiagonal(j)));
  }
}

PairLists PairSearch::NearPairs(int32_t count) {
  PairLists pairs(rows_.size());
  // The nearest `keep` of `others` to point i of `own`.
  const auto visit_nearest = [](const std::vector<DiagramPoint>& own, PricedPoints& others,
                                int32_t keep, auto&& limit_of, auto&& admissible, auto&& take) {
    using Key = std::pair<double, int32_t>;
    Least<Key> nearest(keep);
    const int32_t own_count = static_cast<int32_t>(own.size());
    for (int32_t i = 0; i < own_count; ++i) {
      nearest.Clear();
      const double limit = limit_of(i);
      others.VisitCheaper(own[i], limit, [&](int32_t j, double cost) {
        if (admissible(i, j)) nearest.Offer({cost, Turn(i, own_count, j, others.size())}, j);
        // Equals of the last one kept are still to be seen.
        return nearest.full() ? std::nextafter(nearest.greatest().first, kInfinity) : limit;
      });
      for (const auto& [key, j] : nearest.kept()) take(i, j);
    }
  };
  const auto cheaper_than_diagonals = [&](int32_t i, int32_t j) {
    return tree_.Cost(i, j) < tree_.RowDiagonal(i) + tree_.ColumnDiagonal(j);
  };
  visit_nearest(
      rows_, priced_columns_, count,
      [&](int32_t i) { return Limit(tree_.RowDiagonal(i)) + greatest_column_; },
      cheaper_than_diagonals, [&](int32_t i, int32_t j) { pairs[i].push_back(j); });
  visit_nearest(
      columns_, priced_rows_, (count + 1) / 2,
      [&](int32_t j) { return Limit(tree_.ColumnDiagonal(j)) + greatest_row_; },
      [&](int32_t j, int32_t i) { return cheaper_than_diagonals(i, j); },
      [&](int32_t j, int32_t i) {
        std::vector<int32_t>& list = pairs[i];
        if (std::find(list.begin(), list.end(), j) == list.end()) list.push_back(j);
      });
  return pairs;
}

void PairSearch::TakePrices() {
  std::vector<double> rebates(columns_.size());
  for (size_t j = 0; j < rebates.size(); ++j) {
    rebates[j] = unit_ * static_cast<double>(tree_.ColumnPrice(static_cast<int32_t>(j)));
  }
  priced_columns_.SetRebates(rebates);
}

double PairSearch::Limit(ExactCost price) const {
  // A pair that is cheaper costs less than |price| and the greatest column price, which is at most
  // the greatest diagonal; rounding errors are a few units of those.
  const double limit = unit_ * static_cast<double>(price);
  return limit + 0x1p-46 * (std::fabs(limit) + greatest_row_ + greatest_column_);
}

int64_t PairSearch::AddExcessivePairs(int32_t count, PairLists& pairs) {
  TakePrices();
  int64_t added = 0;
  using Key = std::pair<ExactCost, int32_t>;
  Least<Key> greatest(count);  // of negated excesses
  const int32_t row_count = tree_.row_count();
  for (int32_t i = 0; i < row_count; ++i) {
    greatest.Clear();
    const ExactCost price = tree_.RowPrice(i);
    const double limit = Limit(price);
    priced_columns_.VisitCheaper(rows_[i], limit, [&](int32_t j, double) {
      const ExactCost excess = price + tree_.ColumnPrice(j) - tree_.Cost(i, j);
      if (excess > 0) {
        greatest.Offer({-excess, Turn(i, row_count, j, tree_.column_count())}, j);
      }
      return limit;
    });
    for (const auto& [key, j] : greatest.kept()) pairs[i].push_back(j);
    added += static_cast<int64_t>(greatest.kept().size());
  }
  return added;
}

ExactCost PairSearch::LeastRowCosts() {
  TakePrices();
  ExactCost sum = 0;
  for (int32_t i = 0; i < tree_.row_count(); ++i) {
    ExactCost least = tree_.RowDiagonal(i);
    priced_columns_.VisitCheaper(rows_[i], Limit(least), [&](int32_t j, double) {
      least = std::min(least, tree_.Cost(i, j) - tree_.ColumnPrice(j));
      return Limit(least);
    });
    sum += least;
  }
  return sum;
}

}  // namespace widthlab::geometry
