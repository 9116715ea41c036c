#include "services/geometry/core/dimension/neighbours.h"

#include <algorithm>
#include <vector>

#include "common/numeric/parallel_for.h"

namespace widthlab::geometry {
namespace {

std::vector<int64_t> DistinctPoints(const Matrix& distance) {
  std::vector<int64_t> kept;
  for (int64_t i = 0; i < distance.rows(); ++i) {
    const bool repeats =
        std::any_of(kept.begin(), kept.end(), [&](int64_t k) { return distance(i, k) == 0; });
    if (!repeats) kept.push_back(i);
  }
  return kept;
}

}  // namespace

NeighbourDistances FindNeighbours(numeric::ThreadPool& pool, const Matrix& distance,
                                  int64_t count) {
  const std::vector<int64_t> points = DistinctPoints(distance);
  NeighbourDistances result;
  result.distinct = static_cast<int64_t>(points.size());
  const int64_t kept = std::clamp<int64_t>(result.distinct - 1, 0, count);
  result.distances.resize(result.distinct, kept);
  numeric::ParallelFor(pool, 0, result.distinct, 64, [&](int64_t first, int64_t last) {
    std::vector<double> others;
    for (int64_t i = first; i < last; ++i) {
      others.clear();
      for (int64_t j = 0; j < result.distinct; ++j) {
        if (j != i) others.push_back(distance(points[i], points[j]));
      }
      std::partial_sort_copy(others.begin(), others.end(), result.distances.row(i).data(),
                             result.distances.row(i).data() + kept);
    }
  });
  return result;
}

}  // namespace widthlab::geometry
