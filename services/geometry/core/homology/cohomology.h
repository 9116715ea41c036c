// Persistent cohomology of degree 1 over Z/2, column by column.
//
// Columns are the edges that create a cycle and are in no apparent pair, from the last to the
// first. A column is a set of edges V; what is reduced is the sum of their coboundaries, and its
// earliest triangle (the pivot) is the one that kills the class. Nothing is stored but V:
//
//   * a pivot that another column owns is removed by adding that column's V,
//   * a pivot in an apparent pair (lens.h) by adding the pair's edge,
//   * coboundaries are enumerated only for triangles in a window of ranks that starts at the
//     column's own edge and grows until the pivot is found: most classes die soon.
//
// Pairs do not depend on any of this (they are a property of the filtration).
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COHOMOLOGY_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COHOMOLOGY_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "services/geometry/core/homology/edge_order.h"
#include "services/geometry/core/homology/point_set.h"
#include "services/geometry/core/homology/triangle_queue.h"

namespace widthlab::geometry {

class Cohomology {
 public:
  // All arguments must outlive the object. `smallest_lens_point` as SmallestLensPoints gives it;
  // `cancelled` is asked every few milliseconds.
  Cohomology(const EdgeOrder& order, const std::vector<int32_t>& smallest_lens_point,
             absl::FunctionRef<bool()> cancelled);

  // Reduces the column of edge `birth`, which has an empty lens and creates a cycle. Columns come
  // in falling order of rank. Returns the rank of the longest edge of the triangle that kills it,
  // or EdgeOrder::kNone once `cancelled` said true: the object is of no use then.
  int32_t ReduceColumn(int32_t birth);

  // Triangles enumerated so far, a measure of the work.
  int64_t entries() const { return entries_; }

 private:
  // Asks `cancelled` after every few thousand scans of an edge's cofaces.
  bool IsCancelled();
  // Adds the coboundary of the edge for triangles in [begin, window_end_).
  void AddCofaces(int32_t edge, int32_t begin);
  // The same from bucket `current` on, whose triangles are kept in open_.
  void AddCofacesToOpen(int32_t edge, int32_t current);
  void GrowWindow(int32_t birth);
  // Cancels what can be cancelled in open_, the opened bucket `longest`. Returns the opposite point
  // of a pivot that stays, or −1 (also where the whole is cancelled).
  int32_t ReduceOpenBucket(int32_t longest);
  void StoreColumn(int32_t longest, int32_t opposite);
  uint64_t TriangleKey(int32_t longest, int32_t opposite) const {
    return static_cast<uint64_t>(longest) * static_cast<uint64_t>(order_.points()) +
           static_cast<uint64_t>(opposite);
  }

  const EdgeOrder& order_;
  const std::vector<int32_t>& smallest_lens_point_;
  absl::FunctionRef<bool()> cancelled_;
  int32_t scans_ = 0;  // since `cancelled` was asked
  bool is_cancelled_ = false;

  // The column being reduced.
  std::vector<int32_t> edges_;  // V, perhaps with repetitions
  TriangleQueue queue_;
  PointSet open_;
  int32_t window_end_ = 0;

  // Those reduced before: V of the column whose pivot is a triangle, all in one array.
  struct Range {
    int64_t begin;
    int64_t end;
  };
  absl::flat_hash_map<uint64_t, Range> owner_;
  std::vector<int32_t> stored_edges_;

  int64_t entries_ = 0;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COHOMOLOGY_H_
