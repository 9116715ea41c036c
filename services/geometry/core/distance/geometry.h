// The three geometries in which work is measured, and the maps between them.
//
// With u = x/‖x‖, v = y/‖y‖:
//   raw         ‖x − y‖
//   spherical   θ = 2·atan2(‖u − v‖, ‖u + v‖), accurate near 0 and near π
//   hyperbolic  distance of r·u and r·v in the Poincaré ball of curvature −1, 0 < r < 1:
//               arcosh(1 + 4r²(1 − cos θ)/(1 − r²)²) = 2·asinh(2r·sin(θ/2)/(1 − r²))
//
// The hyperbolic distance is a strictly increasing function of θ, so everything that depends on the
// order of distances only (persistence pairs, nearest neighbours) is the same in both.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_GEOMETRY_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_GEOMETRY_H_

#include <string_view>

namespace widthlab::geometry {

enum class Geometry { kRaw, kSpherical, kHyperbolic };

// "raw", "spherical" or "hyperbolic".
std::string_view GeometryName(Geometry geometry);

// θ in [0, π] from the lengths of u − v and u + v; exactly 0 where the directions are equal.
double AngleFromChords(double difference_length, double sum_length);

// The hyperbolic distance at radius r of two directions with angle θ.
double HyperbolicFromAngle(double angle, double radius);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_GEOMETRY_H_
