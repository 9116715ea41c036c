#include "services/geometry/core/homology/boundary_reduction.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace widthlab::geometry {
namespace {

using EdgeKey = std::pair<int, int>;

struct Triangle {
  double value;
  int i, j, k;
  bool operator<(const Triangle& o) const {
    return std::tie(value, i, j, k) < std::tie(o.value, o.i, o.j, o.k);
  }
};

// Edges in the order of the filtration, each with its place.
std::vector<std::tuple<double, int, int>> SortedEdges(const Matrix& distance) {
  std::vector<std::tuple<double, int, int>> edges;
  for (int i = 0; i < distance.rows(); ++i) {
    for (int j = i + 1; j < distance.cols(); ++j) edges.emplace_back(distance(i, j), i, j);
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<Triangle> SortedTriangles(const Matrix& distance) {
  std::vector<Triangle> triangles;
  for (int i = 0; i < distance.rows(); ++i) {
    for (int j = i + 1; j < distance.cols(); ++j) {
      for (int k = j + 1; k < distance.cols(); ++k) {
        triangles.push_back({std::max({distance(i, j), distance(i, k), distance(j, k)}), i, j, k});
      }
    }
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

}  // namespace

std::vector<std::pair<double, double>> BoundaryReduction(const Matrix& distance) {
  const auto edges = SortedEdges(distance);
  std::map<EdgeKey, int> place;
  for (size_t e = 0; e < edges.size(); ++e) {
    place[{std::get<1>(edges[e]), std::get<2>(edges[e])}] = static_cast<int>(e);
  }
  std::map<int, std::set<int>> reduced;  // by lowest edge
  std::vector<std::pair<double, double>> pairs;
  for (const Triangle& t : SortedTriangles(distance)) {
    std::set<int> column = {place[{t.i, t.j}], place[{t.i, t.k}], place[{t.j, t.k}]};
    while (!column.empty()) {
      const auto other = reduced.find(*column.rbegin());
      if (other == reduced.end()) break;
      for (const int e : other->second) {
        if (!column.erase(e)) column.insert(e);
      }
    }
    if (column.empty()) continue;
    const double birth = std::get<0>(edges[*column.rbegin()]);
    if (birth < t.value) pairs.emplace_back(birth, t.value);
    reduced[*column.rbegin()] = std::move(column);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace widthlab::geometry
