// Couplings from which Gromov–Wasserstein is started, and its third lower bound.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_GROMOV_STARTS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_GROMOV_STARTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

// 0, 1, …, n − 1.
std::vector<int32_t> IdentityPermutation(int64_t n);

// Matches the points in the order of √((1/n) Σ_k d²). Ties keep the order of the rows.
std::vector<int32_t> EccentricityMatching(const Matrix& dx, const Matrix& dy);

// Matches the points in the order of their mean distance, which is the linear step from the product
// coupling: there the gradient is an outer product of mean distances, and by the rearrangement
// inequality equal orders are best.
std::vector<int32_t> MeanDistanceMatching(const Matrix& dx, const Matrix& dy);

// The seeded permutation number k of n points.
std::vector<int32_t> RandomPermutation(uint64_t seed, int32_t k, int64_t n);

struct ThirdLowerBound {
  double value = 0;  // on the scale of the loss
  std::vector<int32_t> permutation;
};

// min over σ of (1/n) Σ_i c(i, σ(i)), c(i, j) = (1/n) Σ_k (a_ik − b_jk)², where a_i and b_j are the
// sorted rows of the matrices (their zeros included). Costs come from a matrix product; the value
// is summed directly at the σ found. `cancelled` is asked every few milliseconds, from several
// threads; nothing comes back once it said true.
std::optional<ThirdLowerBound> SolveThirdLowerBound(
    numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_GROMOV_STARTS_H_
