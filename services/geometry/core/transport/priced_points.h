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
// its bounding box, less its largest rebate, could still be cheap enough.
class PricedPoints {
 public:
  PricedPoints(const std::vector<DiagramPoint>& points, const std::vector<double>& rebates,
               GroundNorm norm);

  int32_t size() const { return size_; }
  double rebate(int32_t j) const { return rebate_[place_[j]]; }
  void SetRebate(int32_t j, double rebate);

  // Calls visit(j, cost) for every point that costs less than `limit`, in a fixed order. visit
  // returns the limit from there on, which may be lower. Some points that cost more than a lowered
  // limit may be visited too.
  template <typename Visit>
  void VisitCheaper(const DiagramPoint& from, double limit, Visit visit) const {
    double costs[kBlock];
    for (int32_t b = 0; b < static_cast<int32_t>(boxes_.size()); ++b) {
      if (LeastCost(boxes_[b], from) >= limit) continue;
      for (uint32_t mask = CheaperInBlock(b, from, limit, costs); mask != 0; mask &= mask - 1) {
        const int lane = __builtin_ctz(mask);
        if (costs[lane] < limit) limit = visit(point_[b * kBlock + lane], costs[lane]);
      }
    }
  }

 private:
  static constexpr int32_t kBlock = 32;
  struct Box {
    double least_birth, most_birth, least_death, most_death;
    double most_rebate;
  };

  double LeastCost(const Box& box, const DiagramPoint& from) const;
  // Costs of the block's points, and which of them are below the limit, as bits.
  uint32_t CheaperInBlock(int32_t block, const DiagramPoint& from, double limit,
                          double* costs) const;
  void UpdateRebate(int32_t block);

  GroundNorm norm_;
  int32_t size_;
  std::vector<int32_t> place_;  // of each point among the arrays below
  std::vector<int32_t> point_;  // at each place
  std::vector<double> birth_;
  std::vector<double> death_;
  std::vector<double> rebate_;  // −∞ at places past the last point
  std::vector<Box> boxes_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PRICED_POINTS_H_
