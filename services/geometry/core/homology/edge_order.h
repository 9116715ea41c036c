// The edges of a cloud in the order in which they enter the Vietoris–Rips filtration, as integers.
//
// Edges are sorted by (length, i, j) with i < j, and everything after this works with their ranks
// 0, 1, 2, …: ties are settled once, and no floating-point number takes part in the reduction.
//
// Edges longer than the enclosing radius min_i max_j d(i, j) are left out. From there on the
// complex is a cone with the minimising point as its apex, so nothing is born and nothing lives.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_EDGE_ORDER_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_EDGE_ORDER_H_

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

struct Edge {
  uint16_t i = 0;
  uint16_t j = 0;

  friend auto operator<=>(const Edge&, const Edge&) = default;
};

class EdgeOrder {
 public:
  // Rank of edges that are left out, and of the diagonal: above every other.
  static constexpr int32_t kNone = std::numeric_limits<int32_t>::max();

  // Of any symmetric matrix with non-negative entries; only what is above the diagonal is read.
  // Requires at most 65,536 points. `cancelled` is asked every few milliseconds, from several
  // threads; nothing comes back once it said true. Cost n² for lengths that are spread evenly,
  // n²·log n at worst; memory 6·n² bytes, and 8·n² more while it runs where all lengths are nearly
  // equal.
  static std::optional<EdgeOrder> Sort(numeric::ThreadPool& pool, const Matrix& distance,
                                       absl::FunctionRef<bool()> cancelled);

  int32_t points() const { return points_; }
  int32_t edges() const { return static_cast<int32_t>(ends_.size()); }
  Edge ends(int32_t rank) const { return ends_[rank]; }

  // Ranks of the edges from point i, indexed by the other point; readable up to stride(), a
  // multiple of 8, with kNone at i and past the last point.
  const int32_t* row(int32_t i) const { return ranks_.data() + int64_t{i} * stride_; }
  int32_t stride() const { return stride_; }

 private:
  EdgeOrder(int32_t points, std::vector<Edge> ends);

  int32_t points_;
  int32_t stride_;
  std::vector<Edge> ends_;
  std::vector<int32_t> ranks_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_EDGE_ORDER_H_
