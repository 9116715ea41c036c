#include "services/geometry/core/work/cloud_dimension.h"

#include <utility>

#include "common/status/macros.h"
#include "services/geometry/core/dimension/levina_bickel.h"
#include "services/geometry/core/dimension/neighbours.h"
#include "services/geometry/core/dimension/two_nn.h"
#include "services/geometry/core/distance/cloud_check.h"
#include "services/geometry/core/distance/distance_matrix.h"
#include "services/geometry/core/distance/scaled_cloud.h"

namespace widthlab::geometry {
namespace {

// Up to a factor, which no dimension depends on.
Matrix DistancesIn(numeric::ThreadPool& pool, const CloudView& cloud, MeasuringGeometry in,
                   absl::FunctionRef<bool()> cancelled) {
  // Points without coordinates are all equal, and one stands for them.
  if (cloud.points() == 0) return Matrix(0, 0);
  if (cloud.dimension() == 0) return Matrix::Zero(1, 1);
  const bool raw = in.geometry == Geometry::kRaw;
  CloudDistances distances =
      ComputeDistances(pool, ScaledCloud(pool, cloud, CommonScale(cloud, cloud)),
                       {.raw = raw, .angle = !raw}, cancelled);
  if (raw) return std::move(distances.raw);
  if (in.geometry == Geometry::kSpherical) return std::move(distances.angle);
  return HyperbolicDistances(pool, distances.angle, in.hyperbolic_radius, cancelled);
}

}  // namespace

CloudDimension MeasureDimension(numeric::ThreadPool& pool, const Matrix& distance,
                                absl::FunctionRef<bool()> cancelled) {
  const NeighbourDistances neighbours =
      FindNeighbours(pool, distance, NeighbourRange().most, cancelled);
  return {TwoNnDimension(neighbours), LevinaBickelDimension(neighbours), neighbours.distinct, {}};
}

absl::StatusOr<CloudDimension> MeasureCloudDimension(numeric::ThreadPool& pool,
                                                     const CloudView& cloud, std::string_view name,
                                                     MeasuringGeometry in,
                                                     absl::FunctionRef<bool()> cancelled) {
  RETURN_IF_ERROR(CheckCloud(cloud, name, in.geometry != Geometry::kRaw));
  const absl::Status stopped = absl::CancelledError("cancelled");
  const Matrix distance = DistancesIn(pool, cloud, in, cancelled);
  if (cancelled()) return stopped;
  CloudDimension dimension = MeasureDimension(pool, distance, cancelled);
  if (cancelled()) return stopped;
  dimension.covariance = MeasureCovariance(pool, cloud, cancelled);
  if (!dimension.covariance.has_value()) return stopped;
  return dimension;
}

}  // namespace widthlab::geometry
