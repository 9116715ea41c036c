// The two smallest values of a row less potentials, and a step of a shortest path search.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ROW_MINIMUM_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ROW_MINIMUM_H_

#include <cstdint>

namespace widthlab::geometry {

struct TwoSmallest {
  double least;
  double second;  // +∞ if there is one value only
  int32_t index;  // of the least; the lowest among equals
  int32_t second_index;
};

// Of cost[j] − potential[j], j = 0 … n − 1. Requires n ≥ 1 and finite costs.
TwoSmallest TwoSmallestReduced(const double* cost, const double* potential, int32_t n);

// One step of a shortest path search: for every j lowers distance[j] to cost[j] − potential[j] +
// offset where that is less, setting predecessor[j] = row. Returns the lowest j of the least
// distance, −1 if all are infinite. Columns that are done have potential −∞ and distance +∞, and
// keep them.
int32_t LowerDistances(const double* cost, const double* potential, double offset, int32_t row,
                       int32_t n, double* distance, int32_t* predecessor);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ROW_MINIMUM_H_
