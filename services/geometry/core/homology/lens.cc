#include "services/geometry/core/homology/lens.h"

#include <immintrin.h>

#include "common/numeric/parallel_for.h"

namespace widthlab::geometry {
namespace {

uint16_t SmallestLensPoint(const EdgeOrder& order, int32_t rank) {
  const Edge edge = order.ends(rank);
  const int32_t* row_i = order.row(edge.i);
  const int32_t* row_j = order.row(edge.j);
  const __m256i limit = _mm256_set1_epi32(rank);
  for (int32_t k = 0; k < order.stride(); k += 8) {
    const __m256i later =
        _mm256_max_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row_i + k)),
                         _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row_j + k)));
    const int inside = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(limit, later)));
    if (inside != 0) return static_cast<uint16_t>(k + __builtin_ctz(inside));
  }
  return edge.i;
}

}  // namespace

std::vector<uint16_t> SmallestLensPoints(numeric::ThreadPool& pool, const EdgeOrder& order,
                                         absl::FunctionRef<bool()> cancelled) {
  std::vector<uint16_t> smallest(order.edges());
  const bool whole = numeric::ParallelFor(
      pool, 0, order.edges(), 4096, cancelled, [&](int64_t first, int64_t last) {
        for (int64_t rank = first; rank < last; ++rank) {
          smallest[rank] = SmallestLensPoint(order, static_cast<int32_t>(rank));
        }
      });
  if (!whole) return {};
  return smallest;
}

}  // namespace widthlab::geometry
