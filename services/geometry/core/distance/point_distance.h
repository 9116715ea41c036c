// Distances of two points, computed directly from their coordinates.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_POINT_DISTANCE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_POINT_DISTANCE_H_

#include <cstdint>

namespace widthlab::geometry {

// ‖a − b‖ and ‖a + b‖ of two vectors of `dimension` coordinates of size at most 2^500. Sums run in
// eight lanes, in an order that depends on the dimension only. Differences as small as the numbers
// themselves allow keep their digits: a sum of squares that would underflow is scaled and repeated.
double DifferenceLength(const double* a, const double* b, int64_t dimension);
double SumLength(const double* a, const double* b, int64_t dimension);

// ‖a‖, likewise.
double Length(const double* a, int64_t dimension);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_POINT_DISTANCE_H_
