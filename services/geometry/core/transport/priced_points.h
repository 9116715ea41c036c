// Points of the plane with a price, searched for what is cheapest from another point.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PRICED_POINTS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PRICED_POINTS_H_

#include <cstdint>
#include <vector>

#include "services/geometry/core/transport/diagram.h"

namespace widthlab::geometry {

// Points j with rebates r_j. From a point p, point j costs |p − j|² − r_j.
//
// Points lie in blocks of 32 that are neighbours in the plane. A search looks at a block only if
// its bounding box, less its largest rebate, could still be cheap enough. Bounds and costs round
// alike, so that no block is passed over that has a point below the limit.
class PricedPoints {
 public:
  // Without rebates.
  PricedPoints(const std::vector<DiagramPoint>& points, GroundNorm norm);

  int32_t size() const { return size_; }
  void SetRebates(const std::vector<double>& rebates);

  // Calls visit(j, cost) for every point that costs less than `limit`, the block that may have the
  // cheapest first, and then in a fixed order. visit returns the limit from there on, which may be
  // lower. Not for several threads at once.
  template <typename Visit>
  void VisitCheaper(const DiagramPoint& from, double limit, Visit visit) {
    const int32_t first = ComputeBounds(from);
    if (first < 0) return;
    limit = VisitBlock(first, from, limit, visit);
    for (int32_t b = 0; b < block_count(); ++b) {
      if (bounds_[b] < limit && b != first) limit = VisitBlock(b, from, limit, visit);
    }
  }

 private:
  static constexpr int32_t kBlock = 32;
  // The boxes, each coordinate by itself, padded to four blocks with boxes that nothing is near.
  struct Boxes {
    std::vector<double> least_birth, most_birth, least_death, most_death, most_rebate;
  };

  int32_t block_count() const { return static_cast<int32_t>(boxes_.most_rebate.size()); }

  template <typename Visit>
  double VisitBlock(int32_t block, const DiagramPoint& from, double limit, Visit& visit) {
    double costs[kBlock];
    for (uint32_t mask = CheaperInBlock(block, from, limit, costs); mask != 0; mask &= mask - 1) {
      const int lane = __builtin_ctz(mask);
      if (costs[lane] < limit) limit = visit(point_[block * kBlock + lane], costs[lane]);
    }
    return limit;
  }

  // What the points of each block cost at least. Returns the least of all, −1 without points.
  int32_t ComputeBounds(const DiagramPoint& from);
  // Costs of the block's points, and which of them are below the limit, as bits.
  uint32_t CheaperInBlock(int32_t block, const DiagramPoint& from, double limit,
                          double* costs) const;

  GroundNorm norm_;
  int32_t size_;
  std::vector<int32_t> point_;  // at each place; −1 past the last point
  std::vector<double> birth_;
  std::vector<double> death_;
  std::vector<double> rebate_;  // −∞ at places past the last point
  Boxes boxes_;
  std::vector<double> bounds_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PRICED_POINTS_H_
