// The lens of an edge: the points that are closer (in rank) to both of its ends than these are to
// one another. Each gives a triangle whose longest edge is this one.
//
//   std::optional<LensTable> lenses = LensTable::Make(pool, order, [] { return false; });
//   if (!lenses->IsEmpty(rank)) ...
//
// An edge with a non-empty lens and the triangle over the smallest point of its lens are an
// apparent pair: the triangle is the first coface of the edge, the edge the last face of the
// triangle. Such a pair has no persistence, and is known without any reduction. The other edges are
// those of the relative neighbourhood graph: a few for each point.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_LENS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_LENS_H_

#include <immintrin.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/homology/edge_order.h"

namespace widthlab::geometry {

// The lens of one edge, by its rank.
class Lens {
 public:
  Lens(const EdgeOrder& order, int32_t rank)
      : row_i_(order.row(order.ends(rank).i)), row_j_(order.row(order.ends(rank).j)), rank_(rank) {}

  // Bit b says whether point `first` + b is in the lens; `first` is a multiple of 8 and below the
  // stride of the order.
  uint32_t EightPoints(int32_t first) const {
    const __m256i later =
        _mm256_max_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row_i_ + first)),
                         _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row_j_ + first)));
    const __m256i inside = _mm256_cmpgt_epi32(_mm256_set1_epi32(rank_), later);
    return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(inside)));
  }

 private:
  const int32_t* row_i_;
  const int32_t* row_j_;
  int32_t rank_;
};

// Where the lens of every edge begins. The smallest point is known to within a block of points, 8
// of them up to n = 2,040, which is what fits into one byte for each edge.
class LensTable {
 public:
  // `order` must outlive the table. Cost: n/8 steps for each empty lens, usually few for the
  // others. Nothing once `cancelled` says true.
  static std::optional<LensTable> Make(numeric::ThreadPool& pool, const EdgeOrder& order,
                                       absl::FunctionRef<bool()> cancelled);

  bool IsEmpty(int32_t rank) const { return blocks_[rank] == kEmpty; }

  // A multiple of 8 such that no smaller point is in the lens, which is not empty.
  int32_t Begin(int32_t rank) const { return blocks_[rank] * block_points_; }

  // Whether a point of the lens is its smallest.
  bool IsSmallest(int32_t rank, int32_t point) const {
    const Lens lens(order_, rank);
    int32_t first = Begin(rank);
    for (; first + 8 <= point; first += 8) {
      if (lens.EightPoints(first) != 0) return false;
    }
    return first + __builtin_ctz(lens.EightPoints(first)) == point;
  }

 private:
  static constexpr uint8_t kEmpty = 255;

  explicit LensTable(const EdgeOrder& order);

  const EdgeOrder& order_;
  int32_t block_points_;
  std::vector<uint8_t> blocks_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_LENS_H_
