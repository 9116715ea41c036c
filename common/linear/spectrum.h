// In how many directions the rows of a matrix lie.
//
//   std::optional<Vector> e = GramEigenvalues(pool, Centred(rows), cancelled);
//   ParticipationRatio(*e);                  // 1 for a line, d for rows that spread alike
//   std::exp(SpectralEntropy(*e));           // effective rank
//
// With the eigenvalues e of the covariance of the rows (of their Gram matrix where they are not
// centred), and p = e/Σe: participation ratio (Σe)²/Σe², effective rank exp(−Σ p·log p) (Roy and
// Vetterli, "The effective rank", 2007).
#ifndef WIDTHLAB_COMMON_LINEAR_SPECTRUM_H_
#define WIDTHLAB_COMMON_LINEAR_SPECTRUM_H_

#include <optional>

#include "absl/functional/function_ref.h"
#include "common/linear/matrix.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::linear {

// The rows less their mean, times the power of two that brings the largest entry to [½, 1); all
// zero for equal rows, exactly. Finite entries of any size do not overflow.
Matrix Centred(Matrix rows);

// Eigenvalues of A·Aᵀ, or of Aᵀ·A where that is smaller (the others are 0), in rising order.
// Rounding may leave values a little below 0. Entries must be finite, and their squares must not
// overflow. Nothing where `cancelled` said true. Cost n·d·m + 2·m³ for m = min(n, d); memory 16·n·d
// + 16·m². The same bits for any number of threads.
std::optional<Vector> GramEigenvalues(numeric::ThreadPool& pool, Matrix a,
                                      absl::FunctionRef<bool()> cancelled);

// (Σe)²/Σe² of eigenvalues that are at least 0, up to rounding; NaN where all are 0.
double ParticipationRatio(const Vector& eigenvalues);

// −Σ p·log p in nats, for p = e/Σe; 0 where all are 0.
double SpectralEntropy(const Vector& eigenvalues);

}  // namespace widthlab::linear

#endif  // WIDTHLAB_COMMON_LINEAR_SPECTRUM_H_
