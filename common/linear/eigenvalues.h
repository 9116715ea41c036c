// The eigenvalues of a symmetric matrix.
//
//   ASSIGN_OR_RETURN(Vector values, SymmetricEigenvalues(pool, gram, cancelled));
#ifndef WIDTHLAB_COMMON_LINEAR_EIGENVALUES_H_
#define WIDTHLAB_COMMON_LINEAR_EIGENVALUES_H_

#include <optional>

#include "absl/functional/function_ref.h"
#include "common/linear/matrix.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::linear {

// In rising order, each with an error of a few ulps of the largest. Householder reflections make
// the matrix tridiagonal, and implicit QL steps diagonal (Golub and Van Loan, "Matrix
// Computations", 8.3). `matrix` must be exactly symmetric with finite entries whose squares do not
// overflow. Nothing where `cancelled` said true, which is asked once a column.
//
// Cost 2·n³ multiplications; memory one copy. The same bits for any number of threads: every sum is
// over one row, in the order of its columns.
std::optional<Vector> SymmetricEigenvalues(numeric::ThreadPool& pool, Matrix matrix,
                                           absl::FunctionRef<bool()> cancelled);

}  // namespace widthlab::linear

#endif  // WIDTHLAB_COMMON_LINEAR_EIGENVALUES_H_
