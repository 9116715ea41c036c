// Degree-1 persistence of the Vietoris–Rips filtration, over Z/2.
//
//   Matrix distance = ...;
//   std::vector<EdgePair> pairs = RipsPersistence(pool, distance);
//   for (const EdgePair& pair : pairs) {
//     double birth = distance(pair.birth.i, pair.birth.j);  // the length of an edge, not a radius
//     double death = distance(pair.death.i, pair.death.j);
//   }
//
// Exact: the pairs are those of the filtration in which edges enter by (length, i, j), whose
// lengths are the persistence diagram whatever the ties. There is no threshold, and no class lives
// for ever, because the complex is a full simplex in the end. Works for any symmetric matrix with
// non-negative entries, metric or not; fewer than three points have no pairs.
//
// How: edge_order.h turns lengths into ranks, lens.h finds most pairs of no persistence and all
// columns that remain, a minimum spanning tree takes out those that kill components (clearing), and
// cohomology.h reduces the rest. docs/math/persistence.md derives it.
//
// Cost: the lens test is n³/16 steps at worst and near n² in practice; the reduction depends on the
// cloud. Memory at most 6.7·n² bytes beside the matrix, whatever the cloud, and what edge_order.h
// says.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_RIPS_PERSISTENCE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_RIPS_PERSISTENCE_H_

#include <vector>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"
#include "services/geometry/core/homology/edge_order.h"

namespace widthlab::geometry {

// A class of degree 1: the edge that creates it, and the longest edge of the triangle that kills
// it.
struct EdgePair {
  Edge birth;
  Edge death;
};

// The pairs of positive persistence (death longer than birth), in rising order of birth rank.
// `cancelled` is asked every few milliseconds, from several threads; after its first true the
// result is empty.
std::vector<EdgePair> RipsPersistence(
    numeric::ThreadPool& pool, const Matrix& distance,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_RIPS_PERSISTENCE_H_
