// Everything that is measured on one pair of clouds, in every geometry.
//
//   PairParams params = {.geometries = {Geometry::kRaw}, .shift = true, ...};
//   ASSIGN_OR_RETURN(PairWork work, MeasurePair(pool, x, y, params, [] { return false; }));
//   work.geometries[0].shift;  // mean ‖x_i − y_i‖
//
// Distances are computed once for all geometries, and persistence once for spherical and hyperbolic
// geometry (their orders agree, so one set of pairs is read with two rulers). The result has the
// same bits for any number of threads.
//
// Memory: 16·n·(d_x + d_y) bytes for the clouds until their distances are known, and at the peak
// about 120·n² bytes.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_PAIR_WORK_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_PAIR_WORK_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/cloud_view.h"
#include "services/geometry/core/distance/geometry.h"
#include "services/geometry/core/transport/diagram.h"
#include "services/geometry/core/transport/gromov_wasserstein.h"
#include "services/geometry/core/work/cloud_dimension.h"

namespace widthlab::geometry {

// What to measure. Defaults belong to the request that this is made from.
struct PairParams {
  std::vector<Geometry> geometries;
  bool shift;
  bool metric_distortion;
  bool topological_change;
  bool dimension;
  double hyperbolic_radius;  // in (0, 1)
  GroundNorm ground_norm;
  GromovWassersteinParams gromov_wasserstein;
};

struct TopologicalChange {
  double distance = 0;
  double primal = 0;  // squared distance, and its certificate
  double dual = 0;
  std::vector<DiagramPoint> diagram_x;
  std::vector<DiagramPoint> diagram_y;
};

// Parts that were not asked for are empty; so is `covariance` of a dimension but in raw geometry.
struct GeometryWork {
  Geometry geometry = Geometry::kRaw;
  std::optional<double> shift;
  std::optional<GromovWasserstein> metric_distortion;
  std::optional<TopologicalChange> topological_change;
  std::optional<CloudDimension> dimension_x;
  std::optional<CloudDimension> dimension_y;
};

struct PairWork {
  std::vector<GeometryWork> geometries;  // in the order asked for
};

// Row i of `x` and of `y` are one token before and after.
//
// INVALID_ARGUMENT names the cloud (`x` or `y`), the row and what is wrong with it: no points, NaN
// or infinity, a zero row in spherical or hyperbolic geometry; different n where shift or metric
// distortion is asked for; different d where shift is; a radius outside (0, 1). CANCELLED soon
// after `cancelled` says true; it is called from several threads.
absl::StatusOr<PairWork> MeasurePair(numeric::ThreadPool& pool, const CloudView& x,
                                     const CloudView& y, const PairParams& params,
                                     absl::FunctionRef<bool()> cancelled);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_PAIR_WORK_H_
