#include "common/linear/eigenvalues.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "common/numeric/parallel_for.h"

namespace widthlab::linear {
namespace {

// Rows of a piece: a piece lasts some tens of microseconds, small matrices are one piece.
int64_t RowsOfAPiece(int64_t columns) { return std::max<int64_t>(1, 65536 / columns); }

// The reflection I − 2·v·vᵀ that takes column k below the diagonal to a multiple of its first
// entry, which becomes `below`. v is zero where nothing has to be done.
Vector Reflection(const Matrix& a, int64_t k, double& below) {
  const int64_t size = a.rows() - k - 1;
  Vector v = a.row(k).tail(size);
  const double length = v.norm();
  below = v[0];
  if (length == std::fabs(v[0])) return Vector::Zero(size);
  below = v[0] > 0 ? -length : length;
  v[0] -= below;
  v /= v.norm();
  return v;
}

// The block behind column k, H·A·H for the reflection of v: A − 2·v·wᵀ − 2·w·vᵀ with w = A·v − (vᵀ
// A·v)·v.
void Reflect(numeric::ThreadPool& pool, const Vector& v, int64_t k, Matrix& a) {
  const int64_t begin = k + 1;
  const int64_t size = v.size();
  Vector w(size);
  const int64_t rows = RowsOfAPiece(size);
  numeric::ParallelFor(pool, 0, size, rows, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) w[i] = a.row(begin + i).tail(size).dot(v);
  });
  w -= v.dot(w) * v;
  numeric::ParallelFor(pool, 0, size, rows, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      a.row(begin + i).tail(size) -= (2 * v[i]) * w.transpose() + (2 * w[i]) * v.transpose();
    }
  });
}

}  // namespace

std::optional<Vector> SymmetricEigenvalues(numeric::ThreadPool& pool, Matrix matrix,
                                           absl::FunctionRef<bool()> cancelled) {
  const int64_t n = matrix.rows();
  if (n == 0) return Vector();
  Vector diagonal(n);
  Vector below(n - 1);
  for (int64_t k = 0; k < n; ++k) {
    if (cancelled()) return std::nullopt;
    diagonal[k] = matrix(k, k);
    if (k + 1 == n) break;
    const Vector v = Reflection(matrix, k, below[k]);
    if (!v.isZero(0)) Reflect(pool, v, k, matrix);
  }
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeFromTridiagonal(diagonal, below, Eigen::EigenvaluesOnly);
  return Vector(solver.eigenvalues());
}

}  // namespace widthlab::linear
