// Shift: the mean distance of paired points.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_SHIFT_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_SHIFT_H_

#include "services/geometry/core/distance/geometry.h"
#include "services/geometry/core/distance/scaled_cloud.h"

namespace widthlab::geometry {

// mean_i d(x_i, y_i), each distance directly from coordinates; raw distances in units of the scaled
// clouds. Requires clouds of equal shape with at least one point. Cost n·d.
double MeanShift(const ScaledCloud& x, const ScaledCloud& y, Geometry geometry,
                 double hyperbolic_radius);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_SHIFT_H_
