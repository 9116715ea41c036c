#include "services/geometry/core/dimension/two_nn.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace widthlab::geometry {
namespace {

constexpr int64_t kLeastPoints = 3;
constexpr double kLeastMedian = 1e-9;

}  // namespace

DimensionEstimate TwoNnDimension(const NeighbourDistances& neighbours) {
  const int64_t n = neighbours.distinct;
  if (n < kLeastPoints) {
    return DimensionEstimate::Undefined("fewer than 3 distinct points");
  }
  std::vector<double> log_ratio(n);
  for (int64_t i = 0; i < n; ++i) {
    log_ratio[i] = std::log(neighbours.distances(i, 1) / neighbours.distances(i, 0));
  }
  std::sort(log_ratio.begin(), log_ratio.end());
  const int64_t kept = n * 9 / 10;
  if (log_ratio[(kept - 1) / 2] < kLeastMedian) {
    return DimensionEstimate::Undefined(
        "most points have their two nearest neighbours at one distance (lattice or evenly spaced "
        "points)");
  }
  double products = 0;
  double squares = 0;
  for (int64_t i = 1; i <= kept; ++i) {
    const double x = log_ratio[i - 1];
    const double y = -std::log1p(-static_cast<double>(i) / static_cast<double>(n));
    products += x * y;
    squares += x * x;
  }
  return {products / squares, ""};
}

}  // namespace widthlab::geometry
