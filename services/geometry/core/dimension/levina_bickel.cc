#include "services/geometry/core/dimension/levina_bickel.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace widthlab::geometry {
namespace {

constexpr int64_t kLeastPoints = 6;
constexpr double kLeastInverse = 1e-9;

// mean_i(1/m_k(i)) for every k up to `most`, at index k; from running sums of log T_j.
std::vector<double> MeanInverses(const Matrix& distances, int64_t most) {
  std::vector<double> sum(most + 1, 0.0);
  for (int64_t i = 0; i < distances.rows(); ++i) {
    double logs = 0;
    for (int64_t k = 1; k <= most; ++k) {
      const double log_distance = std::log(distances(i, k - 1));
      if (k >= 2) {
        const double before = static_cast<double>(k - 1);
        sum[k] += std::max(0.0, log_distance - logs / before);
      }
      logs += log_distance;
    }
  }
  for (double& s : sum) s /= static_cast<double>(distances.rows());
  return sum;
}

}  // namespace

DimensionEstimate LevinaBickelDimension(const NeighbourDistances& neighbours,
                                        NeighbourRange range) {
  const int64_t n = neighbours.distinct;
  if (n < kLeastPoints) {
    return DimensionEstimate::Undefined("fewer than 6 distinct points");
  }
  const int64_t most = std::min(range.most, n - 1);
  const int64_t least = std::min(range.least, most);
  const std::vector<double> inverse = MeanInverses(neighbours.distances, most);
  double sum = 0;
  for (int64_t k = least; k <= most; ++k) {
    if (inverse[k] < kLeastInverse) {
      return DimensionEstimate::Undefined("all neighbours are at one distance");
    }
    sum += 1 / inverse[k];
  }
  return {sum / static_cast<double>(most - least + 1), ""};
}

}  // namespace widthlab::geometry
