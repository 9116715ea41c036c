#include "services/geometry/core/distance/geometry.h"

#include <cmath>

namespace widthlab::geometry {

std::string_view GeometryName(Geometry geometry) {
  switch (geometry) {
    case Geometry::kRaw:
      return "raw";
    case Geometry::kSpherical:
      return "spherical";
    case Geometry::kHyperbolic:
      return "hyperbolic";
  }
  return "";
}

double AngleFromChords(double difference_length, double sum_length) {
  return 2 * std::atan2(difference_length, sum_length);
}

double HyperbolicFromAngle(double angle, double radius) {
  return 2 * std::asinh(2 * radius * std::sin(angle / 2) / (1 - radius * radius));
}

}  // namespace widthlab::geometry
