// Union and find over points, for Kruskal's minimum spanning tree.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_SPANNING_FOREST_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_SPANNING_FOREST_H_

#include <cstdint>
#include <numeric>
#include <vector>

namespace widthlab::geometry {

class SpanningForest {
 public:
  explicit SpanningForest(int32_t points) : parent_(points) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  // Joins the trees of a and b; false if they are one already.
  bool Join(int32_t a, int32_t b) {
    a = Root(a);
    b = Root(b);
    if (a == b) return false;
    parent_[b] = a;
    return true;
  }

 private:
  int32_t Root(int32_t point) {
    while (parent_[point] != point) {
      parent_[point] = parent_[parent_[point]];
      point = parent_[point];
    }
    return point;
  }

  std::vector<int32_t> parent_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_SPANNING_FOREST_H_
