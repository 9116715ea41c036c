#include "services/geometry/core/work/shift.h"

#include <vector>

#include "common/numeric/moments.h"
#include "services/geometry/core/distance/point_distance.h"

namespace widthlab::geometry {
namespace {

double PairedDistance(const ScaledCloud& x, const ScaledCloud& y, int64_t i, Geometry geometry,
                      double hyperbolic_radius) {
  const int64_t d = x.points.cols();
  if (geometry == Geometry::kRaw) {
    return DifferenceLength(x.points.row(i).data(), y.points.row(i).data(), d);
  }
  const double* u = x.directions.row(i).data();
  const double* v = y.directions.row(i).data();
  const double angle = AngleFromChords(DifferenceLength(u, v, d), SumLength(u, v, d));
  return geometry == Geometry::kSpherical ? angle : HyperbolicFromAngle(angle, hyperbolic_radius);
}

}  // namespace

double MeanShift(const ScaledCloud& x, const ScaledCloud& y, Geometry geometry,
                 double hyperbolic_radius) {
  std::vector<double> distances(x.points.rows());
  for (size_t i = 0; i < distances.size(); ++i) {
    distances[i] = PairedDistance(x, y, static_cast<int64_t>(i), geometry, hyperbolic_radius);
  }
  return numeric::Mean(distances);
}

}  // namespace widthlab::geometry
