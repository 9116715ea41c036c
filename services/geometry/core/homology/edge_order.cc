#include "services/geometry/core/homology/edge_order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace widthlab::geometry {
namespace {

double EnclosingRadius(const Matrix& distance) {
  const int64_t n = distance.rows();
  std::vector<double> farthest(n, 0.0);
  for (int64_t i = 0; i < n; ++i) {
    const double* row = distance.row(i).data();
    for (int64_t j = i + 1; j < n; ++j) {
      farthest[i] = std::max(farthest[i], row[j]);
      farthest[j] = std::max(farthest[j], row[j]);
    }
  }
  return n == 0 ? 0 : *std::min_element(farthest.begin(), farthest.end());
}

// Calls visit(length, ends) for the edges up to `radius`, by their ends.
template <typename Visit>
void ForEachEdge(const Matrix& distance, double radius, Visit visit) {
  const int64_t n = distance.rows();
  for (int64_t i = 0; i < n; ++i) {
    const double* row = distance.row(i).data();
    for (int64_t j = i + 1; j < n; ++j) {
      if (row[j] <= radius) visit(row[j], static_cast<uint32_t>(i << 16 | j));
    }
  }
}

double LengthOf(const Matrix& distance, uint32_t ends) {
  return distance(ends >> 16, ends & 0xFFFF);
}

// Buckets of equal width for lengths, about sixteen edges to each; rising with the length, because
// every operation rounds so.
class Buckets {
 public:
  Buckets(const Matrix& distance, double radius) : least_(radius) {
    int64_t edges = 0;
    ForEachEdge(distance, radius, [&](double length, uint32_t) {
      least_ = std::min(least_, length);
      ++edges;
    });
    width_ = radius - least_;
    last_ = static_cast<double>(edges / 16);
    begins_.assign(edges / 16 + 2, 0);
  }

  size_t Of(double length) const {
    return width_ > 0 ? static_cast<size_t>((length - least_) / width_ * last_) : 0;
  }
  // Where each bucket begins, and after it one that begins at the end.
  std::vector<uint32_t>& begins() { return begins_; }

 private:
  double least_;
  double width_ = 0;
  double last_ = 0;
  std::vector<uint32_t> begins_;
};

// The ends of all edges up to `radius`, by (length, ends).
std::vector<uint32_t> SortedEdges(const Matrix& distance, double radius) {
  Buckets buckets(distance, radius);
  std::vector<uint32_t>& begins = buckets.begins();
  ForEachEdge(distance, radius, [&](double length, uint32_t) { ++begins[buckets.Of(length) + 1]; });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<uint32_t> sorted(begins.back());
  // Each bucket's begin moves to its end, where the next one's was.
  ForEachEdge(distance, radius,
              [&](double length, uint32_t ends) { sorted[begins[buckets.Of(length)]++] = ends; });
  std::vector<std::pair<double, uint32_t>> bucket;
  uint32_t begin = 0;
  for (const uint32_t end : begins) {
    bucket.clear();
    for (uint32_t k = begin; k < end; ++k) {
      bucket.push_back({LengthOf(distance, sorted[k]), sorted[k]});
    }
    std::sort(bucket.begin(), bucket.end());
    for (uint32_t k = begin; k < end; ++k) sorted[k] = bucket[k - begin].second;
    begin = end;
  }
  return sorted;
}

}  // namespace

EdgeOrder::EdgeOrder(const Matrix& distance)
    : points_(static_cast<int32_t>(distance.rows())),
      stride_((points_ + 7) / 8 * 8),
      ends_(SortedEdges(distance, EnclosingRadius(distance))),
      ranks_(int64_t{points_} * stride_, kNone) {
  for (int32_t rank = 0; rank < edges(); ++rank) {
    const Edge edge = ends(rank);
    ranks_[int64_t{edge.i} * stride_ + edge.j] = rank;
    ranks_[int64_t{edge.j} * stride_ + edge.i] = rank;
  }
}

}  // namespace widthlab::geometry
