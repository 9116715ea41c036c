#include "services/geometry/core/distance/scaled_cloud.h"

#include <algorithm>
#include <cmath>

#include "common/numeric/parallel_for.h"
#include "services/geometry/core/distance/point_distance.h"

namespace widthlab::geometry {
namespace {

double LargestCoordinate(const CloudView& cloud) {
  double largest = 0;
  for (int64_t i = 0; i < cloud.points(); ++i) {
    for (int64_t k = 0; k < cloud.dimension(); ++k) {
      largest = std::max(largest, std::fabs(cloud.At(i, k)));
    }
  }
  return largest;
}

// The power of two that brings `size` > 0 to [½, 1), as far as a double can hold it.
double ScaleToOne(double size) {
  int exponent = 0;
  std::frexp(size, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1023, 1023));
}

// Divides the row by its length and returns that times `scale`, the power of two for all rows. The
// row has a power of two of its own meanwhile, so that small rows beside large ones keep a
// direction.
double Normalise(double scale, int64_t dimension, double* row) {
  double largest = 0;
  for (int64_t k = 0; k < dimension; ++k) largest = std::max(largest, std::fabs(row[k]));
  if (largest == 0) return 0;
  const double row_scale = ScaleToOne(largest);
  for (int64_t k = 0; k < dimension; ++k) row[k] *= row_scale;
  const double length = Length(row, dimension);
  for (int64_t k = 0; k < dimension; ++k) row[k] /= length;
  return length * (scale / row_scale);
}

}  // namespace

double CommonScale(const CloudView& x, const CloudView& y) {
  const double largest = std::max(LargestCoordinate(x), LargestCoordinate(y));
  return largest == 0 ? 1 : ScaleToOne(largest);
}

ScaledCloud::ScaledCloud(numeric::ThreadPool& pool, const CloudView& cloud, double scale)
    : points(cloud.points(), cloud.dimension()),
      directions(cloud.points(), cloud.dimension()),
      lengths(cloud.points()) {
  numeric::ParallelFor(pool, 0, cloud.points(), 16, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      cloud.CopyPoint(i, scale, points.row(i).data());
      cloud.CopyPoint(i, 1, directions.row(i).data());
      lengths[i] = Normalise(scale, cloud.dimension(), directions.row(i).data());
    }
  });
}

}  // namespace widthlab::geometry
