// The dimensions of one cloud.
//
//   ASSIGN_OR_RETURN(CloudDimension dimension,
//                    MeasureCloudDimension(pool, x, "x", {Geometry::kRaw, 0.9}, cancelled));
//   dimension.two_nn.value;
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_CLOUD_DIMENSION_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_CLOUD_DIMENSION_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/dimension/covariance_dimension.h"
#include "services/geometry/core/dimension/dimension_estimate.h"
#include "services/geometry/core/distance/cloud_view.h"
#include "services/geometry/core/distance/geometry.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

struct CloudDimension {
  DimensionEstimate two_nn;
  DimensionEstimate levina_bickel;
  int64_t distinct_points = 0;
  // Of the rows as they are; empty where that was not asked for.
  std::optional<CovarianceDimension> covariance;
};

// Intrinsic dimension from a distance matrix, without `covariance`. Cost n². `cancelled` is asked
// every few milliseconds, from several threads; the result is that of no points once it said true.
CloudDimension MeasureDimension(numeric::ThreadPool& pool, const Matrix& distance,
                                absl::FunctionRef<bool()> cancelled);

// Where distances are measured.
struct MeasuringGeometry {
  Geometry geometry;
  double hyperbolic_radius;  // in (0, 1)
};

// All dimensions of a cloud of any size; a cloud without points or coordinates has none, with its
// reason. INVALID_ARGUMENT names `name` and the row that has NaN, infinity, or, in spherical and
// hyperbolic geometry, nothing but zeros. CANCELLED soon after `cancelled` says true.
absl::StatusOr<CloudDimension> MeasureCloudDimension(numeric::ThreadPool& pool,
                                                     const CloudView& cloud, std::string_view name,
                                                     MeasuringGeometry in,
                                                     absl::FunctionRef<bool()> cancelled);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_CLOUD_DIMENSION_H_
