#include "services/geometry/core/transport/assignment.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "services/geometry/core/transport/row_minimum.h"

namespace widthlab::geometry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int32_t kFree = -1;
// Rows left for shortest paths beyond which an auction comes before them, as a share of all.
constexpr int32_t kManyFree = 4;
// ε falls from this share of a row's spread of reduced costs, five times by this factor; finer is
// what shortest paths are better at.
constexpr double kFirstEpsilon = 0.2;
constexpr double kEpsilonFall = 5;
constexpr int kAuctions = 5;
// Bids of an auction, for each row: it ends unfinished where prices go on for ever.
constexpr int64_t kMostBids = 100;
constexpr int32_t kScansBetweenQuestions = 256;

}  // namespace

AssignmentSolver::AssignmentSolver(int32_t n)
    : n_(n),
      potential_(n, 0.0),
      column_of_(n, kFree),
      row_of_(n, kFree),
      distance_(n),
      open_potential_(n),
      predecessor_(n) {}

void AssignmentSolver::Reset() { warm_ = false; }

bool AssignmentSolver::Solve(const Matrix& cost, absl::FunctionRef<bool()> cancelled) {
  if (n_ == 0) return true;
  if (!warm_) StartFromColumnMinima(cost);
  warm_ = true;
  ForgetAssignment();
  if (!AssignCheapestColumns(cost, cancelled)) return false;
  if (static_cast<int32_t>(free_rows_.size()) > n_ / kManyFree) {
    if (!ImprovePotentials(cost, cancelled)) return false;
    ForgetAssignment();
    if (!AssignCheapestColumns(cost, cancelled)) return false;
  }
  for (const int32_t row : free_rows_) {
    if (!Augment(cost, row, cancelled)) return false;
  }
  return true;
}

bool AssignmentSolver::GoesOn(absl::FunctionRef<bool()> cancelled) {
  if (++scans_ < kScansBetweenQuestions) return true;
  scans_ = 0;
  return !cancelled();
}

void AssignmentSolver::ForgetAssignment() {
  std::fill(column_of_.begin(), column_of_.end(), kFree);
  std::fill(row_of_.begin(), row_of_.end(), kFree);
  free_rows_.resize(n_);
  std::iota(free_rows_.begin(), free_rows_.end(), 0);
}

void AssignmentSolver::StartFromColumnMinima(const Matrix& cost) {
  std::copy_n(cost.row(0).data(), n_, potential_.begin());
  for (int32_t i = 1; i < n_; ++i) {
    const double* row = cost.row(i).data();
    for (int32_t j = 0; j < n_; ++j) potential_[j] = std::min(potential_[j], row[j]);
  }
}

bool AssignmentSolver::AssignCheapestColumns(const Matrix& cost,
                                             absl::FunctionRef<bool()> cancelled) {
  // A row takes its cheapest column and lowers the potential until the second cheapest is as good;
  // the row that had the column goes on. Steps are bounded, because price wars of many similar rows
  // (and steps below rounding) are what shortest paths are better at.
  for (int pass = 0; pass < 2 && !free_rows_.empty(); ++pass) {
    std::vector<int32_t> waiting(free_rows_.rbegin(), free_rows_.rend());
    free_rows_.clear();
    int64_t steps = 4 * int64_t{n_};
    while (!waiting.empty()) {
      if (!GoesOn(cancelled)) return false;
      const int32_t row = waiting.back();
      waiting.pop_back();
      const TwoSmallest two = TwoSmallestReduced(cost.row(row).data(), potential_.data(), n_);
      int32_t column = two.index;
      const double lowered = potential_[column] - (two.second - two.least);
      const bool lowers = n_ > 1 && lowered < potential_[column];
      if (lowers) {
        potential_[column] = lowered;
      } else if (row_of_[column] != kFree && two.second_index >= 0) {
        column = two.second_index;  // as good, and perhaps free
      }
      const int32_t evicted = row_of_[column];
      if (evicted != kFree && !lowers) {
        free_rows_.push_back(row);
        continue;
      }
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
  return true;
}

bool AssignmentSolver::ImprovePotentials(const Matrix& cost, absl::FunctionRef<bool()> cancelled) {
  double spread = 0;  // how far a reduced cost is from the least of its row, on average
  for (int32_t i = 0; i < n_; ++i) {
    const double* row = cost.row(i).data();
    const double least = TwoSmallestReduced(row, potential_.data(), n_).least;
    double sum = 0;
    for (int32_t j = 0; j < n_; ++j) sum += row[j] - potential_[j] - least;
    spread += sum / n_;
  }
  if (!(spread > 0)) return true;
  double epsilon = kFirstEpsilon * spread / n_;
  for (int k = 0; k < kAuctions; ++k, epsilon /= kEpsilonFall) {
    if (!Auction(cost, epsilon, cancelled)) return false;
  }
  return true;
}

bool AssignmentSolver::Auction(const Matrix& cost, double epsilon,
                               absl::FunctionRef<bool()> cancelled) {
  // Every row bids for its cheapest column what makes it dearer than the second by ε.
  std::fill(row_of_.begin(), row_of_.end(), kFree);
  std::vector<int32_t> waiting(n_);
  std::iota(waiting.rbegin(), waiting.rend(), 0);
  for (int64_t bids = kMostBids * n_; bids > 0 && !waiting.empty(); --bids) {
    if (!GoesOn(cancelled)) return false;
    const int32_t row = waiting.back();
    waiting.pop_back();
    const TwoSmallest two = TwoSmallestReduced(cost.row(row).data(), potential_.data(), n_);
    potential_[two.index] -= two.second - two.least + epsilon;
    if (const int32_t evicted = std::exchange(row_of_[two.index], row); evicted != kFree) {
      waiting.push_back(evicted);
    }
  }
  return true;
}

bool AssignmentSolver::Augment(const Matrix& cost, int32_t free_row,
                               absl::FunctionRef<bool()> cancelled) {
  // Dijkstra over columns, with reduced costs relative to the row's own cheapest.
  std::fill(distance_.begin(), distance_.end(), kInfinity);
  open_potential_ = potential_;
  done_.clear();
  int32_t row = free_row;
  double length = 0;
  double offset = 0;
  int32_t column;
  while (true) {
    if (!GoesOn(cancelled)) return false;
    column = LowerDistances(cost.row(row).data(), open_potential_.data(), offset, row, n_,
                            distance_.data(), predecessor_.data());
    length = distance_[column];
    if (row_of_[column] == kFree) break;
    row = row_of_[column];
    offset = length - (cost(row, column) - potential_[column]);
    done_.push_back({column, length});
    open_potential_[column] = -kInfinity;
    distance_[column] = kInfinity;
  }
  for (const auto& [done, distance] : done_) potential_[done] += distance - length;
  while (true) {
    const int32_t from = predecessor_[column];
    row_of_[column] = from;
    std::swap(column, column_of_[from]);
    if (from == free_row) return true;
  }
}

double AssignmentSolver::DualValue(const Matrix& cost) const {
  double value = std::accumulate(potential_.begin(), potential_.end(), 0.0);
  for (int32_t i = 0; i < n_; ++i) {
    value += TwoSmallestReduced(cost.row(i).data(), potential_.data(), n_).least;
  }
  return value;
}

}  // namespace widthlab::geometry
