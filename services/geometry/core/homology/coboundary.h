// The cofaces of an edge, a range of ranks at a time.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COBOUNDARY_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COBOUNDARY_H_

#include <immintrin.h>

#include <cstdint>

#include "services/geometry/core/homology/edge_order.h"

namespace widthlab::geometry {

// Calls visit(longest, opposite) for every triangle over the edge `rank` whose longest edge has its
// rank in [begin, end); `opposite` is the triangle's point off that longest edge. The pair
// (longest, opposite) names a triangle, and is its place in the filtration. Requires end ≤ kNone.
template <typename Visit>
void VisitCofaces(const EdgeOrder& order, int32_t rank, int32_t begin, int32_t end, Visit visit) {
  const Edge edge = order.ends(rank);
  const int32_t* row_i = order.row(edge.i);
  const int32_t* row_j = order.row(edge.j);
  const __m256i own = _mm256_set1_epi32(rank);
  const __m256i before_begin = _mm256_set1_epi32(begin - 1);
  const __m256i end_rank = _mm256_set1_epi32(end);
  for (int32_t k = 0; k < order.stride(); k += 8) {
    const __m256i to_i = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row_i + k));
    const __m256i to_j = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row_j + k));
    const __m256i longest = _mm256_max_epi32(_mm256_max_epi32(to_i, to_j), own);
    const __m256i wanted = _mm256_and_si256(_mm256_cmpgt_epi32(longest, before_begin),
                                            _mm256_cmpgt_epi32(end_rank, longest));
    int mask = _mm256_movemask_ps(_mm256_castsi256_ps(wanted));
    for (; mask != 0; mask &= mask - 1) {
      const int32_t point = k + __builtin_ctz(mask);
      const int32_t i = row_i[point];
      const int32_t j = row_j[point];
      if (i > j && i > rank) {
        visit(i, edge.j);
      } else if (j > rank) {
        visit(j, edge.i);
      } else {
        visit(rank, point);
      }
    }
  }
}

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COBOUNDARY_H_
