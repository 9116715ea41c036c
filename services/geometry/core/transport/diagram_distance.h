// The exact 2-Wasserstein distance between persistence diagrams.
//
//   std::vector<DiagramPoint> x = {{0.5, 1.6}}, y = {{0.6, 1.5}, {0.1, 0.2}};
//   DiagramDistance d = ComputeDiagramDistance(x, y, GroundNorm::kEuclidean);
//   d.distance;  // √ of the least total squared ground distance
//
// Each point is matched to a point of the other diagram or to the diagonal, where a point of
// persistence s costs s²/2 in the Euclidean norm and s²/4 in the maximum norm; the root of the
// least sum is taken and nothing is divided by the number of points. Points without persistence are
// dropped. One or both diagrams may be empty.
//
// Exact: network simplex in integer arithmetic on pairs that are near, and then on every pair that
// the prices show to be too cheap, until there is none. Coordinates are rounded to 2^-53 of the
// largest or finer for the solver; `primal` is summed over the points as given. The prices prove
// the answer: `dual` is a lower bound by itself, and equals `primal` up to rounding. Memory is
// linear; some 30 pivots a point in practice. docs/math/wasserstein.md derives it.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_DISTANCE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_DISTANCE_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "services/geometry/core/transport/diagram.h"

namespace widthlab::geometry {

struct DiagramDistance {
  double distance = 0;
  double primal = 0;  // the squared distance
  double dual = 0;    // its certificate
  // For each point of x the point of y, or −1 for the diagonal (and for points without
  // persistence).
  std::vector<int32_t> match;
};

// Requires finite births and deaths, at most 1e150 in size. `cancelled` is asked every few
// milliseconds; after its first true the result is of no use.
DiagramDistance ComputeDiagramDistance(
    absl::Span<const DiagramPoint> x, absl::Span<const DiagramPoint> y, GroundNorm norm,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_DISTANCE_H_
