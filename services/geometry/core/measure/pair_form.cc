#include "services/geometry/core/measure/pair_form.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace widthlab::geometry {
namespace {

bool Wants(const v1::CompareCloudsSpec& spec, v1::Statistic statistic) {
  return std::count(spec.statistics().begin(), spec.statistics().end(), statistic) > 0;
}

v1::DimensionValue ValueOf(const DimensionEstimate& estimate) {
  v1::DimensionValue value;
  if (std::isnan(estimate.value)) {
    value.set_undefined_reason(estimate.undefined_reason);
  } else {
    value.set_value(estimate.value);
  }
  return value;
}

}  // namespace

Geometry GeometryFrom(v1::Geometry geometry) {
  switch (geometry) {
    case v1::GEOMETRY_SPHERICAL:
      return Geometry::kSpherical;
    case v1::GEOMETRY_HYPERBOLIC:
      return Geometry::kHyperbolic;
    default:
      return Geometry::kRaw;
  }
}

GroundNorm GroundNormFrom(v1::GroundNorm norm) {
  return norm == v1::GROUND_NORM_MAXIMUM ? GroundNorm::kMaximum : GroundNorm::kEuclidean;
}

v1::DistortionLog LogOf(const GromovWasserstein& distortion) {
  const StartLog& best = distortion.starts[distortion.best_start];
  v1::DistortionLog log;
  log.set_best_start(best.name);
  log.set_loss(distortion.loss);
  log.set_identity_loss(distortion.identity_loss);
  log.set_lower_bound(distortion.lower_bound);
  log.set_iterations(best.iterations);
  log.set_frank_wolfe_gap(best.gap);
  log.set_termination(std::string(TerminationName(best.termination)));
  return log;
}

v1::TopologyLog LogOf(const TopologicalChange& change) {
  v1::TopologyLog log;
  log.set_pairs_in(static_cast<int32_t>(change.diagram_x.size()));
  log.set_pairs_out(static_cast<int32_t>(change.diagram_y.size()));
  log.set_primal(change.primal);
  log.set_dual(change.dual);
  return log;
}

PairParams ParamsFor(const v1::CompareCloudsSpec& spec) {
  PairParams params;
  params.geometries = {GeometryFrom(spec.geometry())};
  params.shift = Wants(spec, v1::STATISTIC_SHIFT);
  params.metric_distortion = Wants(spec, v1::STATISTIC_METRIC_DISTORTION);
  params.topological_change = Wants(spec, v1::STATISTIC_TOPOLOGICAL_CHANGE);
  params.dimension = false;
  params.hyperbolic_radius = spec.hyperbolic_radius();
  params.ground_norm = GroundNormFrom(spec.ground_norm());
  params.gromov_wasserstein = {.random_starts = spec.random_starts(),
                               .max_iterations = spec.max_iterations(),
                               .seed = spec.seed()};
  return params;
}

v1::CloudComparison ComparisonOf(v1::Geometry geometry, const GeometryWork& work) {
  v1::CloudComparison comparison;
  comparison.set_geometry(geometry);
  if (work.shift.has_value()) comparison.set_shift(*work.shift);
  if (work.metric_distortion.has_value()) {
    comparison.set_metric_distortion(work.metric_distortion->distance);
    *comparison.mutable_distortion_log() = LogOf(*work.metric_distortion);
  }
  if (work.topological_change.has_value()) {
    comparison.set_topological_change(work.topological_change->distance);
    *comparison.mutable_topology_log() = LogOf(*work.topological_change);
  }
  return comparison;
}

v1::CloudDimension DimensionOf(v1::Geometry geometry, int64_t points,
                               const CloudDimension& dimension) {
  v1::CloudDimension result;
  result.set_geometry(geometry);
  *result.mutable_two_nn() = ValueOf(dimension.two_nn);
  *result.mutable_levina_bickel() = ValueOf(dimension.levina_bickel);
  if (dimension.covariance.has_value()) {
    *result.mutable_participation_ratio() = ValueOf(dimension.covariance->participation_ratio);
    *result.mutable_effective_rank() = ValueOf(dimension.covariance->effective_rank);
  }
  result.set_points(static_cast<int32_t>(points));
  result.set_distinct_points(static_cast<int32_t>(dimension.distinct_points));
  return result;
}

}  // namespace widthlab::geometry
