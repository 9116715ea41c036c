#include "services/geometry/core/transport/diagram_assignment.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace widthlab::geometry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> ToDiagonal(const std::vector<DiagramPoint>& points, GroundNorm norm) {
  std::vector<double> cost(points.size());
  for (size_t i = 0; i < points.size(); ++i) cost[i] = SquaredDistanceToDiagonal(points[i], norm);
  return cost;
}

}  // namespace

DiagramAssignment::DiagramAssignment(std::vector<DiagramPoint> rows,
                                     std::vector<DiagramPoint> columns, GroundNorm norm)
    : rows_(std::move(rows)),
      columns_(std::move(columns)),
      norm_(norm),
      row_diagonal_(ToDiagonal(rows_, norm)),
      column_diagonal_(ToDiagonal(columns_, norm)),
      priced_(columns_, column_diagonal_, norm),
      column_of_(rows_.size(), kFree),
      row_of_(columns_.size(), kFree),
      distance_(columns_.size(), kInfinity),
      predecessor_(columns_.size()),
      done_(columns_.size(), false) {}

void DiagramAssignment::Solve() {
  free_rows_.resize(rows_.size());
  std::iota(free_rows_.begin(), free_rows_.end(), 0);
  AssignCheapest();
  for (const int32_t row : free_rows_) Augment(row);
  free_rows_.clear();
}

void DiagramAssignment::AssignCheapest() {
  // Each row takes the cheapest of its diagonal and the columns, and lowers that column's rebate
  // until the second cheapest is as good. Steps are bounded: shortest paths end price wars.
  for (int pass = 0; pass < 2 && !free_rows_.empty(); ++pass) {
    std::vector<int32_t> waiting(free_rows_.rbegin(), free_rows_.rend());
    free_rows_.clear();
    int64_t steps = 4 * static_cast<int64_t>(rows_.size());
    while (!waiting.empty()) {
      const int32_t row = waiting.back();
      waiting.pop_back();
      int32_t column = kDiagonal;
      double least = row_diagonal_[row];
      double second = kInfinity;
      priced_.VisitCheaper(rows_[row], least, [&](int32_t j, double cost) {
        if (cost < least || (cost == least && column != kDiagonal && j < column)) {
          second = least;
          least = cost;
          column = j;
        } else {
          second = std::min(second, cost);
        }
        return second;
      });
      if (column == kDiagonal) {
        column_of_[row] = kDiagonal;
        continue;
      }
      const double rebate = priced_.rebate(column);
      const double lowered = rebate - (second - least);
      const int32_t evicted = row_of_[column];
      if (evicted != kFree && !(lowered < rebate)) {
        free_rows_.push_back(row);
        continue;
      }
      priced_.SetRebate(column, lowered);
      row_of_[column] = row;
      column_of_[row] = column;
      if (evicted == kFree) continue;
      column_of_[evicted] = kFree;
      if (--steps > 0) {
        waiting.push_back(evicted);
      } else {
        free_rows_.push_back(evicted);
      }
    }
  }
}

double DiagramAssignment::OwnCost(int32_t row) const {
  const int32_t column = column_of_[row];
  if (column == kDiagonal) return row_diagonal_[row];
  return SquaredDistance(rows_[row], columns_[column], norm_) - priced_.rebate(column);
}

void DiagramAssignment::Augment(int32_t free_row) {
  // Dijkstra over columns. The path may end in a column that nobody has, or by sending one of the
  // rows on it to its diagonal; `limit` is the shortest such end known.
  using Reached = std::pair<double, int32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<Reached>> queue;
  std::vector<int32_t> touched;
  std::vector<int32_t> finished;
  double limit = kInfinity;
  int32_t end_row = kFree;
  int32_t end_column = kDiagonal;
  int32_t row = free_row;
  double offset = 0;  // length of the path to the row, less the row's own cost
  while (true) {
    if (row_diagonal_[row] + offset < limit) {
      limit = row_diagonal_[row] + offset;
      end_row = row;
      end_column = kDiagonal;
    }
    priced_.VisitCheaper(rows_[row], limit - offset, [&](int32_t j, double cost) {
      const double through = cost + offset;
      if (!done_[j] && through < distance_[j] && through < limit) {
        if (distance_[j] == kInfinity) touched.push_back(j);
        distance_[j] = through;
        predecessor_[j] = row;
        if (row_of_[j] == kFree) {
          limit = through;
          end_row = row;
          end_column = j;
        } else {
          queue.emplace(through, j);
        }
      }
      return limit - offset;
    });
    while (!queue.empty() &&
           (done_[queue.top().second] || queue.top().first > distance_[queue.top().second])) {
      queue.pop();
    }
    if (queue.empty() || queue.top().first >= limit) break;
    const int32_t column = queue.top().second;
    queue.pop();
    done_[column] = true;
    finished.push_back(column);
    row = row_of_[column];
    offset = distance_[column] - OwnCost(row);
  }
  for (const int32_t j : finished) {
    priced_.SetRebate(j, priced_.rebate(j) + (distance_[j] - limit));
    done_[j] = false;
  }
  Flip(free_row, end_row, end_column);
  for (const int32_t j : touched) distance_[j] = kInfinity;
}

void DiagramAssignment::Flip(int32_t free_row, int32_t row, int32_t column) {
  while (true) {
    const int32_t left = column_of_[row];
    column_of_[row] = column;
    if (column != kDiagonal) row_of_[column] = row;
    if (row == free_row) return;
    column = left;
    row = predecessor_[column];
  }
}

double DiagramAssignment::PrimalValue() const {
  double value = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const int32_t column = column_of_[i];
    value +=
        column == kDiagonal ? row_diagonal_[i] : SquaredDistance(rows_[i], columns_[column], norm_);
  }
  for (size_t j = 0; j < columns_.size(); ++j) {
    if (row_of_[j] == kFree) value += column_diagonal_[j];
  }
  return value;
}

double DiagramAssignment::DualValue() const {
  // Row by row, each with the rebate of its own column, so that what cancels does so at once.
  double value = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    double least = row_diagonal_[i];
    priced_.VisitCheaper(rows_[i], least, [&](int32_t, double cost) {
      least = std::min(least, cost);
      return least;
    });
    value += column_of_[i] == kDiagonal ? least : least + priced_.rebate(column_of_[i]);
  }
  for (size_t j = 0; j < columns_.size(); ++j) {
    if (row_of_[j] == kFree) value += priced_.rebate(static_cast<int32_t>(j));
  }
  return value;
}

}  // namespace widthlab::geometry
