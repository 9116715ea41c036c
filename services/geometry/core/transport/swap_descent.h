// Makes a permutation better for Gromov–Wasserstein by exchanging the partners of two points.
//
//   std::vector<int32_t> permutation = ...;  // where conditional gradient ended
//   PermutedProduct product(pool, dx, dy);
//   SwapLog log = DescendBySwaps(pool, dx, dy, product, tolerance, cancelled, permutation);
//
// A permutation from which no linear step leads down may still be improved by a swap: the linear
// model ignores that a swap changes both ends of a distance at once. With E the distances of Y in
// the permutation's order and M = D·E, exchanging i and k lowers the loss by (4/n²)·g,
//
//   g = Σ_{l ≠ i, k} (d_il − d_kl)(e_kl − e_il) = M_ik + M_ki − M_ii − M_kk + 2 d_ik e_ik
//
// so one matrix product gives the gains of all pairs. A pass takes each point's best partner, in
// the order of gains, and makes those exchanges that still gain then, each checked by its sum. Then
// the product follows the permutation (permuted_product.h), and the next pass begins.
//
// Cost n² operations in each of about ten passes, and 4·n² for each exchange; memory 16·n² bytes.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_SWAP_DESCENT_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_SWAP_DESCENT_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"
#include "services/geometry/core/transport/permuted_product.h"

namespace widthlab::geometry {

struct SwapLog {
  int64_t swaps = 0;
  bool cancelled = false;  // the permutation is as good as it had become
};

// Exchanges until no exchange lowers the loss by more than `tolerance`. Requires symmetric matrices
// of equal size with zero diagonals, and their `product`. `cancelled` is asked every few
// milliseconds, from several threads.
SwapLog DescendBySwaps(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
                       PermutedProduct& product, double tolerance,
                       absl::FunctionRef<bool()> cancelled, std::vector<int32_t>& permutation);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_SWAP_DESCENT_H_
