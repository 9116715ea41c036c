// Measurements of pairs of clouds as a profile carries them.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_PROFILE_FORM_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_PROFILE_FORM_H_

#include <vector>

#include "services/geometry/core/work/pair_work.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

// What to measure for a resolved spec.
PairParams ParamsFor(const v1::MeasureSpec& spec);

// What one layer adds to a profile: curves of a single layer, in the order of the spec's geometries
// and statistics, and for each geometry the dimensions of X and of Y. `work` is by subsample, all
// measured with ParamsFor(spec).
v1::Profile LayerCurves(const v1::MeasureSpec& spec, const std::vector<PairWork>& work);

// Appends the curves of the next layer, which LayerCurves made for the same spec.
void AppendLayer(const v1::Profile& layer, v1::Profile& profile);

// Mean and standard error over subsamples. Values that are undefined are NaN in the list and left
// out of the mean; the mean is undefined, with the first reason, where all are.
v1::Estimate EstimateOf(const std::vector<DimensionEstimate>& values);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_PROFILE_FORM_H_
