// How many directions carry a cloud's variance.
//
//   auto spread = MeasureCovariance(pool, cloud, cancelled);
//   spread->participation_ratio.value;  // 1 for a line, d for an isotropic cloud
//
// With the eigenvalues e of the covariance of the rows, and p = e/Σe:
//
//   participation ratio  (Σe)²/Σe²
//   effective rank       exp(−Σ p·log p)   (Roy and Vetterli, "The effective rank", 2007)
//
// Both lie between 1 and min(n − 1, d), the second not below the first, and are the same for the
// cloud moved, turned or scaled. They count directions of the linear span, where the intrinsic
// dimensions count those of the manifold: a circle has 2 and 1.
//
// Computed in double precision from the Gram matrix of the centred rows or columns, whichever is
// smaller, which has the same eigenvalues. Coordinates of 1e150 and of 1e-150 are as good as those
// around 1. The same bits for any number of threads.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_COVARIANCE_DIMENSION_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_COVARIANCE_DIMENSION_H_

#include <optional>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/dimension/dimension_estimate.h"
#include "services/geometry/core/distance/cloud_view.h"

namespace widthlab::geometry {

struct CovarianceDimension {
  DimensionEstimate participation_ratio;
  DimensionEstimate effective_rank;
};

// Undefined for fewer than two points, and where all are equal. Requires finite coordinates.
// Nothing where `cancelled` said true. Cost n·d·m + 2·m³ for m = min(n, d); memory 16·n·d + 16·m².
std::optional<CovarianceDimension> MeasureCovariance(numeric::ThreadPool& pool,
                                                     const CloudView& cloud,
                                                     absl::FunctionRef<bool()> cancelled);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_COVARIANCE_DIMENSION_H_
