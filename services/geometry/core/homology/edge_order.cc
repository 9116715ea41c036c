#include "services/geometry/core/homology/edge_order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "common/numeric/parallel_for.h"

namespace widthlab::geometry {
namespace {

constexpr int64_t kRows = 64;              // between questions
constexpr int64_t kBuckets = 1 << 12;      // of a piece of parallel work
constexpr int64_t kRankedEdges = 1 << 16;  // likewise

// Calls visit(i, row of lengths from j = i + 1 on). False once `cancelled` said true.
template <typename Visit>
bool ForEachRow(const Matrix& distance, absl::FunctionRef<bool()> cancelled, Visit visit) {
  for (int64_t i = 0; i < distance.rows(); ++i) {
    if (i % kRows == 0 && cancelled()) return false;
    visit(i, distance.row(i).data());
  }
  return true;
}

// Calls visit(length, edge) for the edges up to `radius`, by their ends. False once `cancelled`
// said true.
template <typename Visit>
bool ForEachEdge(const Matrix& distance, double radius, absl::FunctionRef<bool()> cancelled,
                 Visit visit) {
  const int64_t n = distance.rows();
  return ForEachRow(distance, cancelled, [&](int64_t i, const double* row) {
    for (int64_t j = i + 1; j < n; ++j) {
      if (row[j] <= radius) {
        visit(row[j], Edge{static_cast<uint16_t>(i), static_cast<uint16_t>(j)});
      }
    }
  });
}

// Buckets of equal width for lengths, about sixteen edges to each; rising with the length, because
// every operation rounds so.
class Buckets {
 public:
  Buckets(double least, double most, int64_t edges)
      : least_(least), width_(most - least), last_(static_cast<double>(edges / 16)) {}

  size_t Of(double length) const {
    return width_ > 0 ? static_cast<size_t>((length - least_) / width_ * last_) : 0;
  }
  size_t count() const { return static_cast<size_t>(last_) + 1; }

 private:
  double least_;
  double width_;
  double last_;
};

// All edges up to the enclosing radius, in order.
class EdgeSort {
 public:
  EdgeSort(numeric::ThreadPool& pool, const Matrix& distance, absl::FunctionRef<bool()> cancelled)
      : pool_(pool), distance_(distance), cancelled_(cancelled) {}

  // False once `cancelled` said true.
  bool Run() { return FindRadius() && Spread() && SortBuckets(); }
  std::vector<Edge>& edges() { return edges_; }

 private:
  bool FindRadius() {
    const int64_t n = distance_.rows();
    std::vector<double> farthest(n, 0.0);
    const bool whole = ForEachRow(distance_, cancelled_, [&](int64_t i, const double* row) {
      for (int64_t j = i + 1; j < n; ++j) {
        farthest[i] = std::max(farthest[i], row[j]);
        farthest[j] = std::max(farthest[j], row[j]);
      }
    });
    radius_ = n == 0 ? 0 : *std::min_element(farthest.begin(), farthest.end());
    return whole;
  }

  // Puts every edge into its bucket: those of bucket b end up from begins_[b − 1] on, in the order
  // of their ends.
  bool Spread() {
    double least = radius_;
    int64_t count = 0;
    if (!ForEachEdge(distance_, radius_, cancelled_, [&](double length, Edge) {
          least = std::min(least, length);
          ++count;
        })) {
      return false;
    }
    const Buckets buckets(least, radius_, count);
    begins_.assign(buckets.count() + 1, 0);
    if (!ForEachEdge(distance_, radius_, cancelled_,
                     [&](double length, Edge) { ++begins_[buckets.Of(length) + 1]; })) {
      return false;
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    edges_.resize(count);
    // Each bucket's begin moves to its end, where the next one's was.
    return ForEachEdge(distance_, radius_, cancelled_, [&](double length, Edge edge) {
      edges_[begins_[buckets.Of(length)]++] = edge;
    });
  }

  bool SortBuckets() {
    const auto buckets = static_cast<int64_t>(begins_.size()) - 1;
    return numeric::ParallelFor(pool_, 0, buckets, kBuckets, cancelled_,
                                [&](int64_t first, int64_t last) {
                                  std::vector<std::pair<double, Edge>> bucket;
                                  for (int64_t b = first; b < last; ++b) {
                                    SortBucket(b == 0 ? 0 : begins_[b - 1], begins_[b], bucket);
                                  }
                                });
  }

  void SortBucket(uint32_t begin, uint32_t end, std::vector<std::pair<double, Edge>>& bucket) {
    bucket.clear();
    for (uint32_t k = begin; k < end; ++k) {
      bucket.push_back({distance_(edges_[k].i, edges_[k].j), edges_[k]});
    }
    std::sort(bucket.begin(), bucket.end());
    for (uint32_t k = begin; k < end; ++k) edges_[k] = bucket[k - begin].second;
  }

  numeric::ThreadPool& pool_;
  const Matrix& distance_;
  absl::FunctionRef<bool()> cancelled_;
  double radius_ = 0;
  std::vector<uint32_t> begins_;
  std::vector<Edge> edges_;
};

}  // namespace

EdgeOrder::EdgeOrder(int32_t points, std::vector<Edge> ends)
    : points_(points),
      stride_((points + 7) / 8 * 8),
      ends_(std::move(ends)),
      ranks_(int64_t{points_} * stride_, kNone) {}

std::optional<EdgeOrder> EdgeOrder::Sort(numeric::ThreadPool& pool, const Matrix& distance,
                                         absl::FunctionRef<bool()> cancelled) {
  EdgeSort sort(pool, distance, cancelled);
  if (!sort.Run()) return std::nullopt;
  EdgeOrder order(static_cast<int32_t>(distance.rows()), std::move(sort.edges()));
  const bool whole = numeric::ParallelFor(
      pool, 0, order.edges(), kRankedEdges, cancelled, [&](int64_t first, int64_t last) {
        for (int64_t k = first; k < last; ++k) {
          const auto rank = static_cast<int32_t>(k);
          const Edge edge = order.ends(rank);
          order.ranks_[int64_t{edge.i} * order.stride_ + edge.j] = rank;
          order.ranks_[int64_t{edge.j} * order.stride_ + edge.i] = rank;
        }
      });
  if (!whole) return std::nullopt;
  return order;
}

}  // namespace widthlab::geometry
