// Blocked matrix products in double precision, summed in an order that depends on the shape only:
// not on the number of threads, nor (as in general libraries) on the sizes of the caches.
//
//   Matrix gram = MultiplyTransposed(pool, u, u);  // all inner products of the rows of u
//
// `cancelled` is asked every few milliseconds, from several threads. Once it said true, a matrix
// that should be returned is empty, and one that is written into is of no use.
#ifndef WIDTHLAB_COMMON_LINEAR_PRODUCT_H_
#define WIDTHLAB_COMMON_LINEAR_PRODUCT_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "common/linear/matrix.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::linear {

// A·Bᵀ for A (m × k) and B (n × k). Cost m·n·k; memory m·n and a copy of B.
Matrix MultiplyTransposed(
    numeric::ThreadPool& pool, const Matrix& a, const Matrix& b,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

// A·Aᵀ, computed on and above the diagonal and mirrored: exactly symmetric, half the cost.
Matrix GramMatrix(
    numeric::ThreadPool& pool, const Matrix& a,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

// A·Cᵀ where C is B with its columns taken in the given order: C(j, k) = B(j, column_order[k]).
// Writes into `out`, which has the shape m × n. False once `cancelled` said true.
bool MultiplyTransposedReordered(
    numeric::ThreadPool& pool, const Matrix& a, const Matrix& b,
    absl::Span<const int32_t> column_order, Matrix& out,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

// Adds A·Bᵀ to `out`. False once `cancelled` said true.
bool AddMultiplyTransposed(
    numeric::ThreadPool& pool, const Matrix& a, const Matrix& b, Matrix& out,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

}  // namespace widthlab::linear

#endif  // WIDTHLAB_COMMON_LINEAR_PRODUCT_H_
