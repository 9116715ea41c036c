#include "services/geometry/core/transport/diagram_distance.h"

#include <algorithm>
#include <cmath>

#include "services/geometry/core/transport/diagram_assignment.h"

namespace widthlab::geometry {
namespace {

// The points with persistence, times a power of two, and where they were.
struct Kept {
  std::vector<DiagramPoint> points;
  std::vector<int32_t> origin;
};

double LargestCoordinate(absl::Span<const DiagramPoint> points) {
  double largest = 0;
  for (const DiagramPoint& p : points) {
    largest = std::max({largest, std::fabs(p.birth), std::fabs(p.death)});
  }
  return largest;
}

Kept KeepPersistent(absl::Span<const DiagramPoint> points, double scale) {
  Kept kept;
  for (size_t i = 0; i < points.size(); ++i) {
    if (!(points[i].death > points[i].birth)) continue;
    kept.points.push_back({scale * points[i].birth, scale * points[i].death});
    kept.origin.push_back(static_cast<int32_t>(i));
  }
  return kept;
}

// The power of two that brings `size` to [½, 1).
double ScaleToOne(double size) {
  if (size == 0) return 1;
  int exponent = 0;
  std::frexp(size, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

}  // namespace

DiagramDistance ComputeDiagramDistance(absl::Span<const DiagramPoint> x,
                                       absl::Span<const DiagramPoint> y, GroundNorm norm,
                                       absl::FunctionRef<bool()> cancelled) {
  const double scale = ScaleToOne(std::max(LargestCoordinate(x), LargestCoordinate(y)));
  const Kept rows = KeepPersistent(x, scale);
  const Kept columns = KeepPersistent(y, scale);
  DiagramAssignment assignment(rows.points, columns.points, norm);
  DiagramDistance result;
  if (!assignment.Solve(cancelled)) return result;
  const double primal = assignment.PrimalValue();
  result.distance = std::sqrt(primal) / scale;
  result.primal = primal / scale / scale;
  result.dual = std::max(0.0, assignment.DualValue()) / scale / scale;
  result.match.assign(x.size(), -1);
  for (size_t i = 0; i < rows.origin.size(); ++i) {
    const int32_t column = assignment.column_of(static_cast<int32_t>(i));
    if (column >= 0) result.match[rows.origin[i]] = columns.origin[column];
  }
  return result;
}

}  // namespace widthlab::geometry
