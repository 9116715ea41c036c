// Persistence diagrams on a lattice of integers, where squared distances are exact.
//
//   std::vector<LatticePoint> x = ToLattice(points, LatticeBits(points.size()));
//   ExactCost c = ExactDistance(x[0], x[1], GroundNorm::kEuclidean);
//
// A solver whose costs are integers has no tolerance: what is cheaper is cheaper, ties are ties,
// and sums of many terms cancel exactly. Coordinates keep at least 2^-54 of the largest, finer than
// the spacing of doubles there.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_LATTICE_DIAGRAM_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_LATTICE_DIAGRAM_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "services/geometry/core/transport/diagram.h"

namespace widthlab::geometry {

// Squared lattice distances, doubled in the Euclidean norm and times four in the maximum norm, so
// that the distance to the diagonal is an integer too: the squared persistence in both.
__extension__ using ExactCost = __int128;

struct LatticePoint {
  int64_t birth;
  int64_t death;
};

// What one unit of ExactCost is on the lattice: ½ or ¼ of its squared unit.
inline double ExactCostUnit(GroundNorm norm) { return norm == GroundNorm::kEuclidean ? 0.5 : 0.25; }

inline ExactCost ExactDistance(const LatticePoint& a, const LatticePoint& b, GroundNorm norm) {
  const ExactCost births = a.birth - b.birth;
  const ExactCost deaths = a.death - b.death;
  if (norm == GroundNorm::kEuclidean) return 2 * (births * births + deaths * deaths);
  return 4 * std::max(births * births, deaths * deaths);
}

inline ExactCost ExactDistanceToDiagonal(const LatticePoint& a) {
  const ExactCost persistence = a.death - a.birth;
  return persistence * persistence;
}

// The power of two by which coordinates of at most 1 may be multiplied so that sums of alternating
// signs over `points` points stay within an ExactCost: at most 54.
int LatticeBits(size_t points);

// Coordinates times 2^bits, rounded. Requires |coordinates| ≤ 1.
std::vector<LatticePoint> ToLattice(const std::vector<DiagramPoint>& points, int bits);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_LATTICE_DIAGRAM_H_
