// What is measured on pairs of clouds, between its messages and the core's own types.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_PAIR_FORM_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_PAIR_FORM_H_

#include "services/geometry/core/work/pair_work.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

// Of resolved specs, which hold no other values.
Geometry GeometryFrom(v1::Geometry geometry);
GroundNorm GroundNormFrom(v1::GroundNorm norm);

v1::DistortionLog LogOf(const GromovWasserstein& distortion);
v1::TopologyLog LogOf(const TopologicalChange& change);

// What to measure for a resolved spec, in its one geometry.
PairParams ParamsFor(const v1::CompareCloudsSpec& spec);

v1::CloudComparison ComparisonOf(v1::Geometry geometry, const GeometryWork& work);

// `points` as they came.
v1::CloudDimension DimensionOf(v1::Geometry geometry, int64_t points,
                               const CloudDimension& dimension);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_PAIR_FORM_H_
