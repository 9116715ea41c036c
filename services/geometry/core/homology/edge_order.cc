#include "services/geometry/core/homology/edge_order.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace widthlab::geometry {
namespace {

struct LengthAndEnds {
  uint64_t length;  // bits of the double: same order for non-negative numbers
  Edge ends;
};

uint64_t Bits(double value) {
  const double positive = value + 0.0;  // −0 becomes 0
  uint64_t bits;
  std::memcpy(&bits, &positive, sizeof bits);
  return bits;
}

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

// Sorts by length, keeping the order of equals: least significant digit first, 11 bits at a time;
// digits that all lengths share cost one pass over their counts.
void SortByLength(std::vector<LengthAndEnds>& edges) {
  constexpr int kBits = 11;
  constexpr int kDigits = 6;
  constexpr uint64_t kMask = (1 << kBits) - 1;
  std::array<std::vector<uint32_t>, kDigits> counts;
  for (auto& count : counts) count.assign(size_t{1} << kBits, 0);
  for (const LengthAndEnds& edge : edges) {
    for (int d = 0; d < kDigits; ++d) ++counts[d][edge.length >> (kBits * d) & kMask];
  }
  std::vector<LengthAndEnds> sorted(edges.size());
  for (int d = 0; d < kDigits; ++d) {
    std::vector<uint32_t>& count = counts[d];
    if (std::find(count.begin(), count.end(), edges.size()) != count.end()) continue;
    uint32_t start = 0;
    for (uint32_t& c : count) start += std::exchange(c, start);
    for (const LengthAndEnds& edge : edges) {
      sorted[count[edge.length >> (kBits * d) & kMask]++] = edge;
    }
    edges.swap(sorted);
  }
}

}  // namespace

EdgeOrder::EdgeOrder(const Matrix& distance)
    : points_(static_cast<int32_t>(distance.rows())), stride_((points_ + 7) / 8 * 8) {
  const double radius = EnclosingRadius(distance);
  std::vector<LengthAndEnds> edges;
  for (int32_t i = 0; i < points_; ++i) {
    const double* row = distance.row(i).data();
    for (int32_t j = i + 1; j < points_; ++j) {
      if (row[j] <= radius) edges.push_back({Bits(row[j]), {i, j}});
    }
  }
  SortByLength(edges);
  ranks_.assign(int64_t{points_} * stride_, kNone);
  ends_.resize(edges.size());
  for (size_t rank = 0; rank < edges.size(); ++rank) {
    const Edge& ends = edges[rank].ends;
    ends_[rank] = ends;
    ranks_[int64_t{ends.i} * stride_ + ends.j] = static_cast<int32_t>(rank);
    ranks_[int64_t{ends.j} * stride_ + ends.i] = static_cast<int32_t>(rank);
  }
}

}  // namespace widthlab::geometry
