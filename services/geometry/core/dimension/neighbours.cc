#include "services/geometry/core/dimension/neighbours.h"

#include <algorithm>
#include <vector>

#include "common/numeric/parallel_for.h"

namespace widthlab::geometry {
namespace {

constexpr int64_t kRows = 64;  // between questions

// Not all of them once `cancelled` said true.
std::vector<int64_t> DistinctPoints(const Matrix& distance, absl::FunctionRef<bool()> cancelled) {
  std::vector<int64_t> kept;
  for (int64_t i = 0; i < distance.rows(); ++i) {
    if (i % kRows == 0 && cancelled()) break;
    const bool repeats =
        std::any_of(kept.begin(), kept.end(), [&](int64_t k) { return distance(i, k) == 0; });
    if (!repeats) kept.push_back(i);
  }
  return kept;
}

}  // namespace

NeighbourDistances FindNeighbours(numeric::ThreadPool& pool, const Matrix& distance, int64_t count,
                                  absl::FunctionRef<bool()> cancelled) {
  const std::vector<int64_t> points = DistinctPoints(distance, cancelled);
  NeighbourDistances result;
  result.distinct = static_cast<int64_t>(points.size());
  const int64_t kept = std::clamp<int64_t>(result.distinct - 1, 0, count);
  result.distances.resize(result.distinct, kept);
  const auto sort_rows = [&](int64_t first, int64_t last) {
    std::vector<double> others;
    for (int64_t i = first; i < last; ++i) {
      others.clear();
      for (int64_t j = 0; j < result.distinct; ++j) {
        if (j != i) others.push_back(distance(points[i], points[j]));
      }
      std::partial_sort_copy(others.begin(), others.end(), result.distances.row(i).data(),
                             result.distances.row(i).data() + kept);
    }
  };
  if (!numeric::ParallelFor(pool, 0, result.distinct, kRows, cancelled, sort_rows)) return {};
  return result;
}

}  // namespace widthlab::geometry
