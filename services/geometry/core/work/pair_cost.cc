#include "services/geometry/core/work/pair_cost.h"

#include <algorithm>
#include <cmath>

namespace widthlab::geometry {
namespace {

// Measured at 256 to 2,048 points on one core of a server of 2019 whose other threads were busy.
constexpr double kProductFlops = 2e10;          // a second, Gram products
constexpr double kPersistenceSeconds = 1e-7;    // for each pair of points
constexpr double kMatchingSeconds = 1e-8;       // for each pair of diagram points
constexpr double kDiagramPoints = 2;            // for each point
constexpr double kDistortionProducts = 2e-10;   // seconds from one start, for each n³
constexpr double kDistortionMatching = 1.2e-7;  // seconds from one start, for each n²
constexpr double kNamedStarts = 4;
constexpr double kEigenvalueFlops = 8e9;  // a second

bool WantsMatrices(const PairParams& params) {
  return params.metric_distortion || params.topological_change || params.dimension;
}

bool WantsRaw(const PairParams& params) {
  return std::count(params.geometries.begin(), params.geometries.end(), Geometry::kRaw) > 0;
}

double CovarianceSeconds(const CloudSize& size) {
  const double least = std::min(size.points, size.dimension);
  return size.points * size.dimension * least / kProductFlops +
         4 * std::pow(least, 3) / kEigenvalueFlops;
}

double CovarianceBytes(const CloudSize& size) {
  return 16 * size.points * size.dimension +
         16 * std::pow(std::min(size.points, size.dimension), 2);
}

// Of a cloud by itself: distances, persistence in raw geometry and of angles, dimension.
struct CloudCost {
  double seconds = 0;
  double distance_bytes = 0;  // until the end
  double scaled_bytes = 0;    // until the distances are known
  double covariance_bytes = 0;
};

CloudCost CostOf(const CloudSize& size, const PairParams& params) {
  const double pairs = size.points * size.points;
  const auto geometries = static_cast<double>(params.geometries.size());
  CloudCost cost;
  cost.seconds = 2e-9 * size.points * size.dimension;
  cost.scaled_bytes = 16 * size.points * size.dimension;
  if (!WantsMatrices(params)) return cost;
  cost.seconds += pairs * (size.dimension / kProductFlops + 1e-8 * geometries);
  cost.distance_bytes = 8 * pairs * (1 + geometries);
  if (params.topological_change) {
    const bool raw = WantsRaw(params);
    const bool angles = params.geometries.size() > (raw ? 1u : 0u);
    cost.seconds += pairs * kPersistenceSeconds * ((raw ? 1 : 0) + (angles ? 1 : 0));
  }
  if (params.dimension) {
    cost.seconds += 2e-8 * pairs * geometries;
    if (WantsRaw(params)) {
      cost.seconds += CovarianceSeconds(size);
      cost.covariance_bytes = CovarianceBytes(size);
    }
  }
  return cost;
}

}  // namespace

PairCost EstimatePair(const CloudSize& x, const CloudSize& y, const PairParams& params) {
  const CloudCost of_x = CostOf(x, params);
  const CloudCost of_y = CostOf(y, params);
  const auto geometries = static_cast<double>(params.geometries.size());
  const double pairs = std::max(x.points * x.points, y.points * y.points);
  PairCost cost;
  cost.seconds = of_x.seconds + of_y.seconds;
  double persistence_bytes = 0;
  double distortion_bytes = 0;
  if (params.topological_change) {
    cost.seconds +=
        geometries * kMatchingSeconds * (kDiagramPoints * x.points) * (kDiagramPoints * y.points);
    persistence_bytes = 2 * 16 * pairs;
  }
  if (params.metric_distortion) {
    const double starts = kNamedStarts + params.gromov_wasserstein.random_starts;
    cost.seconds +=
        geometries * starts * pairs * (kDistortionProducts * x.points + kDistortionMatching);
    distortion_bytes = geometries * 40 * pairs;
  }
  // One part after another, though one cloud may be at persistence while the other has its
  // covariance taken.
  cost.memory_bytes = of_x.distance_bytes + of_y.distance_bytes +
                      std::max({of_x.scaled_bytes + of_y.scaled_bytes,
                                persistence_bytes + of_x.covariance_bytes + of_y.covariance_bytes,
                                distortion_bytes});
  return cost;
}

PairCost EstimateDimensionCost(const CloudSize& cloud) {
  PairParams params{};
  params.geometries = {Geometry::kRaw};
  params.dimension = true;
  const CloudCost cost = CostOf(cloud, params);
  return {cost.seconds, cost.distance_bytes + std::max(cost.scaled_bytes, cost.covariance_bytes)};
}

}  // namespace widthlab::geometry
