// The nearest neighbours of the distinct points of a cloud.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_NEIGHBOURS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_NEIGHBOURS_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

// Points at distance zero are one point (the first of them is kept).
struct NeighbourDistances {
  int64_t distinct = 0;
  // distinct × min(count, distinct − 1): the distances of each distinct point to the others, from
  // the nearest on. All are positive.
  Matrix distances;
};

// Cost n²; memory n·count. `cancelled` is asked every few milliseconds, from several threads; the
// result is that of no points once it said true.
NeighbourDistances FindNeighbours(
    numeric::ThreadPool& pool, const Matrix& distance, int64_t count,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_NEIGHBOURS_H_
