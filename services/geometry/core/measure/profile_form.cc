#include "services/geometry/core/measure/profile_form.h"

#include <algorithm>
#include <cmath>

#include "common/numeric/moments.h"
#include "services/geometry/core/measure/pair_form.h"

namespace widthlab::geometry {
namespace {

bool Wants(const v1::MeasureSpec& spec, v1::Statistic statistic) {
  return std::find(spec.statistics().begin(), spec.statistics().end(), statistic) !=
         spec.statistics().end();
}

double ValueOf(const GeometryWork& work, v1::Statistic statistic) {
  switch (statistic) {
    case v1::STATISTIC_METRIC_DISTORTION:
      return work.metric_distortion->distance;
    case v1::STATISTIC_TOPOLOGICAL_CHANGE:
      return work.topological_change->distance;
    default:
      return *work.shift;
  }
}

v1::WorkCurve CurveOf(const std::vector<PairWork>& layer, int geometry, v1::Statistic statistic) {
  v1::WorkCurve curve;
  curve.set_statistic(statistic);
  std::vector<DimensionEstimate> values;
  for (const PairWork& pair : layer) {
    const GeometryWork& measured = pair.geometries[geometry];
    values.push_back({ValueOf(measured, statistic), ""});
    if (statistic == v1::STATISTIC_METRIC_DISTORTION) {
      *curve.add_distortion_logs() = LogOf(*measured.metric_distortion);
    } else if (statistic == v1::STATISTIC_TOPOLOGICAL_CHANGE) {
      *curve.add_topology_logs() = LogOf(*measured.topological_change);
    }
  }
  *curve.add_layers() = EstimateOf(values);
  return curve;
}

v1::DimensionCurve DimensionsOf(const std::vector<PairWork>& layer, int geometry, bool of_x) {
  v1::DimensionCurve curve;
  curve.set_cloud(of_x ? "ffn_in" : "ffn_out");
  std::vector<DimensionEstimate> two_nn;
  std::vector<DimensionEstimate> levina_bickel;
  std::vector<DimensionEstimate> participation_ratio;
  std::vector<DimensionEstimate> effective_rank;
  int64_t least_points = layer.empty() ? 0 : INT32_MAX;
  for (const PairWork& pair : layer) {
    const GeometryWork& measured = pair.geometries[geometry];
    const CloudDimension& dimension = of_x ? *measured.dimension_x : *measured.dimension_y;
    two_nn.push_back(dimension.two_nn);
    levina_bickel.push_back(dimension.levina_bickel);
    if (dimension.covariance.has_value()) {
      participation_ratio.push_back(dimension.covariance->participation_ratio);
      effective_rank.push_back(dimension.covariance->effective_rank);
    }
    least_points = std::min(least_points, dimension.distinct_points);
  }
  *curve.add_two_nn() = EstimateOf(two_nn);
  *curve.add_levina_bickel() = EstimateOf(levina_bickel);
  curve.add_distinct_points(static_cast<int32_t>(least_points));
  if (!participation_ratio.empty()) {
    *curve.add_participation_ratio() = EstimateOf(participation_ratio);
    *curve.add_effective_rank() = EstimateOf(effective_rank);
  }
  return curve;
}

}  // namespace

PairParams ParamsFor(const v1::MeasureSpec& spec) {
  PairParams params;
  for (const int geometry : spec.geometries()) {
    params.geometries.push_back(GeometryFrom(static_cast<v1::Geometry>(geometry)));
  }
  params.shift = Wants(spec, v1::STATISTIC_SHIFT);
  params.metric_distortion = Wants(spec, v1::STATISTIC_METRIC_DISTORTION);
  params.topological_change = Wants(spec, v1::STATISTIC_TOPOLOGICAL_CHANGE);
  params.dimension = true;
  params.hyperbolic_radius = spec.hyperbolic_radius();
  params.ground_norm = GroundNormFrom(spec.ground_norm());
  params.gromov_wasserstein = {.random_starts = spec.random_starts(),
                               .max_iterations = spec.max_iterations(),
                               .seed = spec.seed()};
  return params;
}

v1::Profile LayerCurves(const v1::MeasureSpec& spec, const std::vector<PairWork>& work) {
  v1::Profile layer;
  for (int g = 0; g < spec.geometries_size(); ++g) {
    for (const int statistic : spec.statistics()) {
      v1::WorkCurve& curve = *layer.add_work();
      curve = CurveOf(work, g, static_cast<v1::Statistic>(statistic));
      curve.set_geometry(spec.geometries(g));
    }
    for (const bool of_x : {true, false}) {
      v1::DimensionCurve& curve = *layer.add_dimensions();
      curve = DimensionsOf(work, g, of_x);
      curve.set_geometry(spec.geometries(g));
    }
  }
  return layer;
}

void AppendLayer(const v1::Profile& layer, v1::Profile& profile) {
  while (profile.work_size() < layer.work_size()) profile.add_work();
  while (profile.dimensions_size() < layer.dimensions_size()) profile.add_dimensions();
  // Merging appends to lists, and sets again what is the same in every layer.
  for (int i = 0; i < layer.work_size(); ++i) {
    profile.mutable_work(i)->MergeFrom(layer.work(i));
  }
  for (int i = 0; i < layer.dimensions_size(); ++i) {
    profile.mutable_dimensions(i)->MergeFrom(layer.dimensions(i));
  }
}

v1::Estimate EstimateOf(const std::vector<DimensionEstimate>& values) {
  v1::Estimate estimate;
  std::vector<double> defined;
  for (const DimensionEstimate& value : values) {
    estimate.add_values(value.value);
    if (!std::isnan(value.value)) defined.push_back(value.value);
  }
  estimate.set_mean(numeric::Mean(defined));
  estimate.set_standard_error(numeric::StandardError(defined));
  if (defined.empty() && !values.empty()) {
    estimate.set_undefined_reason(values.front().undefined_reason);
  }
  return estimate;
}

}  // namespace widthlab::geometry
