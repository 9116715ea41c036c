// The product D_X·P·D_Y of conditional gradient, kept while the permutation P changes.
//
//   PermutedProduct product(pool, dx, dy);
//   const Matrix& cost = *product.NegativeAt(permutation);  // a whole product
//   std::swap(permutation[3], permutation[8]);
//   product.NegativeAt(permutation);                       // two columns of one
//
// A step late in a descent changes the partners of a few points. The product then changes by that
// of the columns concerned: m of n columns cost 2·n²·m operations instead of 2·n³. Rounding stays
// that of a few products, because after 4·n columns the next one is made whole.
//
// What comes out depends on the sequence of permutations asked for, never on the threads.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PERMUTED_PRODUCT_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PERMUTED_PRODUCT_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

class PermutedProduct {
 public:
  // Symmetric matrices of equal size, which must outlive the object.
  PermutedProduct(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy);

  // −Σ_k dx(i, k)·dy(j, permutation[k]), valid until the next call. `cancelled` is asked every few
  // milliseconds, from several threads; null once it said true.
  const Matrix* NegativeAt(
      absl::Span<const int32_t> permutation,
      absl::FunctionRef<bool()> cancelled = [] { return false; });

 private:
  // These return false once `cancelled` said true.
  bool Make(absl::Span<const int32_t> permutation, absl::FunctionRef<bool()> cancelled);
  // Adds what changes where the permutation does, at the given points of X.
  bool Replace(absl::Span<const int32_t> permutation, const std::vector<int32_t>& changed,
               absl::FunctionRef<bool()> cancelled);

  numeric::ThreadPool& pool_;
  const Matrix& dx_;
  const Matrix& dy_;
  std::vector<int32_t> permutation_;  // of `negative_`; empty before the first call
  Matrix negative_;
  int64_t replaced_ = 0;  // columns since the last whole product
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_PERMUTED_PRODUCT_H_
