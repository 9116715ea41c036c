// Points of persistence diagrams and what they cost.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_H_

#include <algorithm>
#include <cmath>

namespace widthlab::geometry {

// A class that is born and dies at these edge lengths; above the diagonal if it has persistence.
struct DiagramPoint {
  double birth;
  double death;
};

// The norm in which points of the plane are compared.
enum class GroundNorm { kEuclidean, kMaximum };

// The squared distance of two points.
inline double SquaredDistance(const DiagramPoint& a, const DiagramPoint& b, GroundNorm norm) {
  const double births = std::fabs(a.birth - b.birth);
  const double deaths = std::fabs(a.death - b.death);
  if (norm == GroundNorm::kEuclidean) return births * births + deaths * deaths;
  return std::max(births, deaths) * std::max(births, deaths);
}

// The squared distance of a point to the nearest of the diagonal.
inline double SquaredDistanceToDiagonal(const DiagramPoint& a, GroundNorm norm) {
  const double persistence = a.death - a.birth;
  return persistence * persistence / (norm == GroundNorm::kEuclidean ? 2 : 4);
}

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_H_
