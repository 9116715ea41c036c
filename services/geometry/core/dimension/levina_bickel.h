// Levina and Bickel's maximum likelihood estimate of intrinsic dimension.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_LEVINA_BICKEL_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_LEVINA_BICKEL_H_

#include <cstdint>

#include "services/geometry/core/dimension/dimension_estimate.h"
#include "services/geometry/core/dimension/neighbours.h"

namespace widthlab::geometry {

// Numbers of neighbours over which the estimate is averaged.
struct NeighbourRange {
  int64_t least = 10;
  int64_t most = 20;
};

// With T_j the distance of point i to its j-th nearest neighbour,
//
//   1/m_k(i) = (1/(k − 1)) Σ_{j<k} log(T_k/T_j)
//
// inverts the likelihood of a Poisson process around the point. Inverse estimates are averaged over
// the N distinct points (MacKay and Ghahramani's correction), 1/mean_i(1/m_k(i)), and the result is
// the mean of that over every k of the range with k ≤ N − 1, or for the one k = N − 1 where N is
// not above the range. (Levina and Bickel, "Maximum likelihood estimation of intrinsic dimension",
// 2004.)
//
// Undefined below six distinct points, and where all T_j of a k are equal. `neighbours` must hold
// range.most columns, or N − 1 where that is less.
DimensionEstimate LevinaBickelDimension(const NeighbourDistances& neighbours,
                                        NeighbourRange range = {});

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_LEVINA_BICKEL_H_
