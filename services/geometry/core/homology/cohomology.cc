#include "services/geometry/core/homology/cohomology.h"

#include <immintrin.h>

#include <algorithm>

namespace widthlab::geometry {
namespace {

constexpr int32_t kEdgesBetweenQuestions = 1 << 14;

// The first point of the lens among those of `wanted`, whose bit b is point `first` + b below
// `end`; −1 if there is none.
int32_t FirstInLens(const Lens& lens, uint64_t wanted, int32_t first, int32_t end) {
  for (; wanted != 0 && first < end; first += 8, wanted >>= 8) {
    if ((wanted & 0xff) == 0) continue;
    const uint32_t both = static_cast<uint32_t>(wanted) & lens.EightPoints(first);
    if (both != 0) return first + __builtin_ctz(both);
  }
  return -1;
}

}  // namespace

Cohomology::Cohomology(const EdgeOrder& order, const LensTable& lenses,
                       absl::FunctionRef<bool()> cancelled)
    : order_(order),
      lenses_(lenses),
      cancelled_(cancelled),
      column_(order.points()),
      walk_(order.edges()) {}

bool Cohomology::IsCancelled() {
  if (looked_at_ >= kEdgesBetweenQuestions) {
    looked_at_ = 0;
    is_cancelled_ = is_cancelled_ || cancelled_();
  }
  return is_cancelled_;
}

void Cohomology::WalkFrom(int32_t point, int32_t begin) {
  const int32_t* row = order_.row(point);
  const __m256i before_begin = _mm256_set1_epi32(begin - 1);
  const __m256i end = _mm256_set1_epi32(window_end_);
  looked_at_ += order_.stride() / 8;
  for (int32_t k = 0; k < order_.stride(); k += 8) {
    const __m256i ranks = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + k));
    const __m256i wanted =
        _mm256_and_si256(_mm256_cmpgt_epi32(ranks, before_begin), _mm256_cmpgt_epi32(end, ranks));
    int mask = _mm256_movemask_ps(_mm256_castsi256_ps(wanted));
    for (; mask != 0; mask &= mask - 1) walk_.Insert(row[k + __builtin_ctz(mask)]);
  }
}

void Cohomology::WalkFromNewPoints(int32_t rank) {
  const std::vector<int32_t>& touched = column_.touched();
  for (; walked_points_ < touched.size(); ++walked_points_) {
    WalkFrom(touched[walked_points_], rank + 1);
  }
}

void Cohomology::GrowWindow(int32_t birth) {
  // Doubling keeps the repeated scans logarithmic; the first window holds a few triangles for each
  // point.
  const int32_t begin = window_end_;
  const int32_t length = std::max(begin - birth, order_.points());
  window_end_ = length > order_.edges() - begin ? order_.edges() : begin + length;
  for (const int32_t point : column_.touched()) WalkFrom(point, begin);
}

int32_t Cohomology::SmallestOpposite(int32_t longest) const {
  const Edge edge = order_.ends(longest);
  const uint64_t* bits_i = column_.row(edge.i);
  const uint64_t* bits_j = column_.row(edge.j);
  const Lens lens(order_, longest);
  const uint64_t own = column_.Has(edge.i, edge.j) ? ~uint64_t{0} : 0;
  const int32_t begin = lenses_.Begin(longest);
  for (int32_t w = begin / 256 * 4; w < column_.words(); w += 4) {
    if (own == 0) {
      const __m256i equal =
          _mm256_cmpeq_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits_i + w)),
                             _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits_j + w)));
      if (_mm256_movemask_epi8(equal) == -1) continue;
    }
    for (int32_t v = w; v < w + 4; ++v) {
      const uint64_t odd = bits_i[v] ^ bits_j[v] ^ own;
      const int32_t opposite = FirstInLens(lens, odd, v * 64, order_.stride());
      if (opposite >= 0) return opposite;
    }
  }
  return -1;
}

int32_t Cohomology::ReduceTriangles(int32_t longest) {
  if (lenses_.IsEmpty(longest)) return -1;
  while (!IsCancelled()) {
    ++looked_at_;
    const int32_t opposite = SmallestOpposite(longest);
    if (opposite < 0) return -1;
    if (lenses_.IsSmallest(longest, opposite)) {
      column_.Toggle(order_.ends(longest));
      continue;
    }
    const auto found = owner_.find(TriangleKey(longest, opposite));
    if (found == owner_.end()) return opposite;
    const Range other = found->second;
    for (int64_t e = other.begin; e < other.end; ++e) column_.Toggle(stored_edges_[e]);
    looked_at_ +=
        static_cast<int32_t>(std::min<int64_t>(other.end - other.begin, kEdgesBetweenQuestions));
  }
  return -1;
}

int32_t Cohomology::ReduceColumn(int32_t birth) {
  column_.Toggle(order_.ends(birth));
  walked_points_ = 2;
  window_end_ = birth + 1;
  int32_t next = window_end_;
  while (!IsCancelled()) {
    const int32_t longest = walk_.Next(next, window_end_);
    if (longest == window_end_) {
      if (window_end_ == order_.edges()) return EdgeOrder::kNone;  // not reached: all classes die
      next = window_end_;
      GrowWindow(birth);
      continue;
    }
    const int32_t opposite = ReduceTriangles(longest);
    WalkFromNewPoints(longest);
    next = longest + 1;
    if (opposite < 0) continue;
    StoreColumn(longest, opposite);
    walk_.ClearAround(birth, window_end_);
    return longest;
  }
  return EdgeOrder::kNone;
}

void Cohomology::StoreColumn(int32_t longest, int32_t opposite) {
  const int64_t begin = static_cast<int64_t>(stored_edges_.size());
  column_.TakeEdges([this](Edge edge) { stored_edges_.push_back(edge); });
  const int64_t end = static_cast<int64_t>(stored_edges_.size());
  owner_.emplace(TriangleKey(longest, opposite), Range{begin, end});
}

}  // namespace widthlab::geometry
