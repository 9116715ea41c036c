// A cloud in the form from which distances are computed.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_SCALED_CLOUD_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_SCALED_CLOUD_H_

#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/cloud_view.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

// The power of two that brings the largest coordinate of the clouds to [½, 1), or 1 if all are
// zero. Multiplying by it is exact, and afterwards no square overflows: coordinates of 1e150 and of
// 1e-150 are as good as those around 1.
double CommonScale(const CloudView& x, const CloudView& y);

// Points times `scale`, with their lengths and directions. Memory: 16·n·d bytes.
struct ScaledCloud {
  // Requires finite coordinates, and scale·coordinate at most 1 in size.
  ScaledCloud(numeric::ThreadPool& pool, const CloudView& cloud, double scale);

  Matrix points;      // n × d
  Matrix directions;  // n × d, rows of length 1; a zero row stays zero
  Vector lengths;     // of the rows of `points`
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_SCALED_CLOUD_H_
