#include "services/geometry/core/work/pair_work.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/numeric/parallel_for.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/geometry/core/distance/cloud_check.h"
#include "services/geometry/core/distance/distance_matrix.h"
#include "services/geometry/core/distance/scaled_cloud.h"
#include "services/geometry/core/homology/rips_persistence.h"
#include "services/geometry/core/transport/diagram_distance.h"
#include "services/geometry/core/work/shift.h"

namespace widthlab::geometry {
namespace {

// More edges would not have ranks in 31 bits.
constexpr int64_t kMostPersistencePoints = 65'536;

bool Wants(const PairParams& params, Geometry geometry) {
  return std::find(params.geometries.begin(), params.geometries.end(), geometry) !=
         params.geometries.end();
}

bool WantsAngles(const PairParams& params) {
  return Wants(params, Geometry::kSpherical) || Wants(params, Geometry::kHyperbolic);
}

absl::Status CheckPair(const CloudView& x, const CloudView& y, const PairParams& params) {
  if (!(params.hyperbolic_radius > 0 && params.hyperbolic_radius < 1)) {
    return InvalidField("hyperbolic_radius", absl::StrCat(params.hyperbolic_radius),
                        "a number in (0, 1)");
  }
  const bool pairs_rows = params.shift || params.metric_distortion;
  if (pairs_rows && x.points() != y.points()) {
    return InvalidField("y", absl::StrCat("a cloud of ", y.points(), " points"),
                        absl::StrCat("of ", x.points(),
                                     " points as x is, because shift and metric "
                                     "distortion compare them"));
  }
  if (params.shift && x.dimension() != y.dimension()) {
    return InvalidField("y", absl::StrCat("a cloud of dimension ", y.dimension()),
                        absl::StrCat("of dimension ", x.dimension(),
                                     " as x is, because shift compares coordinates"));
  }
  for (const auto& [cloud, name] : {std::pair(&x, "x"), std::pair(&y, "y")}) {
    if (params.topological_change && cloud->points() > kMostPersistencePoints) {
      return InvalidField(
          name, absl::StrCat("a cloud of ", cloud->points(), " points"),
          absl::StrCat("at most ", kMostPersistencePoints, " points for topological change"));
    }
    if (cloud->points() == 0 || cloud->dimension() == 0) {
      return InvalidField(name, absl::StrCat(cloud->points(), " × ", cloud->dimension()),
                          "a cloud of at least one point and one coordinate");
    }
    RETURN_IF_ERROR(CheckCloud(*cloud, name, WantsAngles(params)));
  }
  return absl::OkStatus();
}

// Mean distances of paired points, in the order of the geometries asked for.
std::vector<double> Shifts(numeric::ThreadPool& pool, const ScaledCloud& x, const ScaledCloud& y,
                           const PairParams& params) {
  std::vector<double> shifts(params.geometries.size());
  numeric::ParallelFor(pool, 0, static_cast<int64_t>(shifts.size()), 1, [&](int64_t g, int64_t) {
    shifts[g] = MeanShift(x, y, params.geometries[g], params.hyperbolic_radius);
  });
  return shifts;
}

// One cloud with all that does not depend on the other.
struct MeasuredCloud {
  CloudDistances distances;
  Matrix hyperbolic;
  std::vector<EdgePair> raw_pairs;
  std::vector<EdgePair> angle_pairs;
  std::optional<CovarianceDimension> covariance;

  const Matrix& Distances(Geometry geometry) const {
    if (geometry == Geometry::kRaw) return distances.raw;
    return geometry == Geometry::kSpherical ? distances.angle : hyperbolic;
  }
  const std::vector<EdgePair>& Pairs(Geometry geometry) const {
    return geometry == Geometry::kRaw ? raw_pairs : angle_pairs;
  }
};

// `scaled` is the cloud of `view`, and is gone before persistence, which takes memory of its own.
MeasuredCloud MeasureCloud(numeric::ThreadPool& pool, const CloudView& view,
                           std::optional<ScaledCloud>& scaled, const PairParams& params,
                           absl::FunctionRef<bool()> cancelled) {
  MeasuredCloud cloud;
  const bool raw = Wants(params, Geometry::kRaw);
  const bool angles = WantsAngles(params);
  cloud.distances = ComputeDistances(pool, *scaled, {.raw = raw, .angle = angles}, cancelled);
  scaled.reset();
  if (params.topological_change && raw) {
    cloud.raw_pairs = RipsPersistence(pool, cloud.distances.raw, cancelled);
  }
  if (params.topological_change && angles) {
    cloud.angle_pairs = RipsPersistence(pool, cloud.distances.angle, cancelled);
  }
  if (params.dimension && raw) cloud.covariance = MeasureCovariance(pool, view, cancelled);
  if (Wants(params, Geometry::kHyperbolic)) {
    cloud.hyperbolic =
        HyperbolicDistances(pool, cloud.distances.angle, params.hyperbolic_radius, cancelled);
  }
  return cloud;
}

std::vector<DiagramPoint> Diagram(const MeasuredCloud& cloud, Geometry geometry) {
  const Matrix& distance = cloud.Distances(geometry);
  std::vector<DiagramPoint> diagram;
  for (const EdgePair& pair : cloud.Pairs(geometry)) {
    const DiagramPoint point{distance(pair.birth.i, pair.birth.j),
                             distance(pair.death.i, pair.death.j)};
    if (point.death > point.birth) diagram.push_back(point);
  }
  return diagram;
}

// Lengths were measured in units of 1/scale; this gives them back in the clouds' own.
void Rescale(double scale, GeometryWork& work) {
  if (work.shift) *work.shift /= scale;
  if (work.topological_change) {
    TopologicalChange& change = *work.topological_change;
    change.distance /= scale;
    change.primal = change.primal / scale / scale;
    change.dual = change.dual / scale / scale;
    for (std::vector<DiagramPoint>* diagram : {&change.diagram_x, &change.diagram_y}) {
      for (DiagramPoint& point : *diagram) point = {point.birth / scale, point.death / scale};
    }
  }
  if (work.metric_distortion) {
    GromovWasserstein& distortion = *work.metric_distortion;
    distortion.distance /= scale;
    for (double* squared : {&distortion.loss, &distortion.identity_loss, &distortion.lower_bound}) {
      *squared = *squared / scale / scale;
    }
    for (StartLog& start : distortion.starts) {
      start.loss = start.loss / scale / scale;
      start.gap = start.gap / scale / scale;
    }
  }
}

GeometryWork MeasureGeometry(numeric::ThreadPool& pool, const MeasuredCloud& x,
                             const MeasuredCloud& y, Geometry geometry, const PairParams& params,
                             absl::FunctionRef<bool()> cancelled) {
  GeometryWork work;
  work.geometry = geometry;
  if (params.dimension) {
    work.dimension_x = MeasureDimension(pool, x.Distances(geometry), cancelled);
    work.dimension_y = MeasureDimension(pool, y.Distances(geometry), cancelled);
    if (geometry == Geometry::kRaw) {
      work.dimension_x->covariance = x.covariance;
      work.dimension_y->covariance = y.covariance;
    }
  }
  if (params.topological_change) {
    TopologicalChange change;
    change.diagram_x = Diagram(x, geometry);
    change.diagram_y = Diagram(y, geometry);
    const DiagramDistance distance =
        ComputeDiagramDistance(change.diagram_x, change.diagram_y, params.ground_norm, cancelled);
    change.distance = distance.distance;
    change.primal = distance.primal;
    change.dual = distance.dual;
    work.topological_change = std::move(change);
  }
  if (params.metric_distortion) {
    work.metric_distortion = SolveGromovWasserstein(
        pool, x.Distances(geometry), y.Distances(geometry), params.gromov_wasserstein, cancelled);
  }
  return work;
}

}  // namespace

absl::StatusOr<PairWork> MeasurePair(numeric::ThreadPool& pool, const CloudView& x,
                                     const CloudView& y, const PairParams& params,
                                     absl::FunctionRef<bool()> cancelled) {
  RETURN_IF_ERROR(CheckPair(x, y, params));
  const absl::Status stopped = absl::CancelledError("cancelled");
  const double scale = CommonScale(x, y);
  std::vector<std::optional<ScaledCloud>> scaled(2);
  bool whole = numeric::ParallelFor(pool, 0, 2, 1, cancelled, [&](int64_t which, int64_t) {
    scaled[which].emplace(pool, which == 0 ? x : y, scale);
  });
  if (!whole || cancelled()) return stopped;
  std::vector<double> shifts;
  if (params.shift) shifts = Shifts(pool, *scaled[0], *scaled[1], params);
  std::vector<MeasuredCloud> clouds(2);
  // Shift alone needs no distances within a cloud.
  if (params.metric_distortion || params.topological_change || params.dimension) {
    whole = numeric::ParallelFor(pool, 0, 2, 1, cancelled, [&](int64_t which, int64_t) {
      clouds[which] = MeasureCloud(pool, which == 0 ? x : y, scaled[which], params, cancelled);
    });
    if (!whole || cancelled()) return stopped;
  }
  PairWork work;
  work.geometries.resize(params.geometries.size());
  const int64_t count = static_cast<int64_t>(params.geometries.size());
  whole = numeric::ParallelFor(pool, 0, count, 1, cancelled, [&](int64_t g, int64_t) {
    work.geometries[g] =
        MeasureGeometry(pool, clouds[0], clouds[1], params.geometries[g], params, cancelled);
    if (params.shift) work.geometries[g].shift = shifts[g];
    if (params.geometries[g] == Geometry::kRaw) Rescale(scale, work.geometries[g]);
  });
  if (!whole || cancelled()) return stopped;
  return work;
}

}  // namespace widthlab::geometry
