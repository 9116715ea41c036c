// Persistent cohomology of degree 1 over Z/2, column by column.
//
// Columns are the edges that create a cycle and are in no apparent pair, from the last to the
// first. A column is a cochain V (a set of edges); what is reduced is its coboundary, whose
// earliest triangle (the pivot) is the one that kills the class. The coboundary is never written
// down: whether a triangle is in it is the parity of three bits of V. Edges are walked by rank, and
// at each the triangles in which it is the longest edge are looked at:
//
//   * one of an apparent pair (lens.h) is removed by adding the pair's edge to V,
//   * one that another column has as its pivot by adding that column's V,
//   * any other is the pivot.
//
// A triangle of the coboundary has an edge of V, so only longest edges that touch V are walked.
// They are found for a window of ranks that starts at the column's own edge and grows until the
// pivot is found: most classes die soon.
//
// Pairs do not depend on any of this (they are a property of the filtration).
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COHOMOLOGY_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COHOMOLOGY_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "services/geometry/core/homology/cochain.h"
#include "services/geometry/core/homology/edge_order.h"
#include "services/geometry/core/homology/lens.h"
#include "services/geometry/core/homology/rank_set.h"

namespace widthlab::geometry {

class Cohomology {
 public:
  // All arguments must outlive the object. `cancelled` is asked every few milliseconds.
  Cohomology(const EdgeOrder& order, const LensTable& lenses, absl::FunctionRef<bool()> cancelled);

  // Reduces the column of edge `birth`, which has an empty lens and creates a cycle. Columns come
  // in falling order of rank. Returns the rank of the longest edge of the triangle that kills it,
  // or EdgeOrder::kNone once `cancelled` said true: the object is of no use then.
  int32_t ReduceColumn(int32_t birth);

 private:
  // Asks `cancelled` after every few thousand edges.
  bool IsCancelled();
  void GrowWindow(int32_t birth);
  // Puts the edges from `point` with ranks in [begin, window_end_) on the walk.
  void WalkFrom(int32_t point, int32_t begin);
  // Those of points that V has come to touch, behind `rank`.
  void WalkFromNewPoints(int32_t rank);
  // Removes what can be removed among the triangles whose longest edge is `longest`. Returns the
  // opposite point of a pivot that stays, or −1 (also once `cancelled` said true).
  int32_t ReduceTriangles(int32_t longest);
  // The smallest point of the lens, which is not empty, whose triangle is in the coboundary, or −1.
  int32_t SmallestOpposite(int32_t longest) const;
  void StoreColumn(int32_t longest, int32_t opposite);
  uint64_t TriangleKey(int32_t longest, int32_t opposite) const {
    return static_cast<uint64_t>(longest) * static_cast<uint64_t>(order_.points()) +
           static_cast<uint64_t>(opposite);
  }

  const EdgeOrder& order_;
  const LensTable& lenses_;
  absl::FunctionRef<bool()> cancelled_;
  int32_t looked_at_ = 0;  // edges, since `cancelled` was asked
  bool is_cancelled_ = false;

  // The column being reduced.
  Cochain column_;            // V
  RankSet walk_;              // edges that touch V, up to window_end_
  size_t walked_points_ = 0;  // of column_.touched(), whose edges are in walk_
  int32_t window_end_ = 0;

  // Those reduced before: V of the column whose pivot is a triangle, all in one array.
  struct Range {
    int64_t begin;
    int64_t end;
  };
  absl::flat_hash_map<uint64_t, Range> owner_;
  std::vector<Edge> stored_edges_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COHOMOLOGY_H_
