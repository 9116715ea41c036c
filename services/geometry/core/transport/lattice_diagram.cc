#include "services/geometry/core/transport/lattice_diagram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace widthlab::geometry {

int LatticeBits(size_t points) {
  // Differences have one bit more than coordinates, costs two more than their squares and one for
  // the sum: 2·bits + 4 in all, and a path of `points` terms adds the width of that number.
  const int path = std::bit_width(points);
  return std::min(54, (126 - 4 - path) / 2);
}

std::vector<LatticePoint> ToLattice(const std::vector<DiagramPoint>& points, int bits) {
  std::vector<LatticePoint> lattice;
  lattice.reserve(points.size());
  for (const DiagramPoint& p : points) {
    lattice.push_back(
        {std::llrint(std::ldexp(p.birth, bits)), std::llrint(std::ldexp(p.death, bits))});
  }
  return lattice;
}

}  // namespace widthlab::geometry
