// The Gromov–Wasserstein loss of a permutation.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_COUPLING_LOSS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_COUPLING_LOSS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

// (1/n²) Σ_ij (D_X(i, j) − D_Y(σ(i), σ(j)))², summed directly: never negative, and zero exactly for
// equal clouds.
double PermutationLoss(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
                       absl::Span<const int32_t> permutation);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_COUPLING_LOSS_H_
