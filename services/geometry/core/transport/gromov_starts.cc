#include "services/geometry/core/transport/gromov_starts.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "common/linear/product.h"
#include "common/numeric/parallel_for.h"
#include "common/numeric/random_stream.h"
#include "services/geometry/core/transport/assignment.h"

namespace widthlab::geometry {
namespace {

std::vector<int32_t> RisingOrder(const Vector& values) {
  std::vector<int32_t> order = IdentityPermutation(values.size());
  std::stable_sort(order.begin(), order.end(),
                   [&](int32_t a, int32_t b) { return values[a] < values[b]; });
  return order;
}

std::vector<int32_t> MatchInOrder(const Vector& x, const Vector& y) {
  const std::vector<int32_t> order_x = RisingOrder(x);
  const std::vector<int32_t> order_y = RisingOrder(y);
  std::vector<int32_t> permutation(order_x.size());
  for (size_t rank = 0; rank < order_x.size(); ++rank) {
    permutation[order_x[rank]] = order_y[rank];
  }
  return permutation;
}

// Sums of rows (or of their squares), from left to right.
Vector RowSums(const Matrix& m, bool squares) {
  Vector sums(m.rows());
  for (int64_t i = 0; i < m.rows(); ++i) {
    double sum = 0;
    for (int64_t k = 0; k < m.cols(); ++k) sum += squares ? m(i, k) * m(i, k) : m(i, k);
    sums[i] = sum;
  }
  return sums;
}

// Not all of them once `cancelled` said true.
Matrix SortedRows(numeric::ThreadPool& pool, const Matrix& m, absl::FunctionRef<bool()> cancelled) {
  Matrix sorted = m;
  numeric::ParallelFor(pool, 0, m.rows(), 16, cancelled, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      double* row = sorted.row(i).data();
      std::sort(row, row + sorted.cols());
    }
  });
  return sorted;
}

double SquaredDifference(const double* a, const double* b, int64_t n) {
  double sum = 0;
  for (int64_t k = 0; k < n; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

}  // namespace

std::vector<int32_t> IdentityPermutation(int64_t n) {
  std::vector<int32_t> identity(n);
  std::iota(identity.begin(), identity.end(), 0);
  return identity;
}

std::vector<int32_t> EccentricityMatching(const Matrix& dx, const Matrix& dy) {
  return MatchInOrder(RowSums(dx, /*squares=*/true), RowSums(dy, /*squares=*/true));
}

std::vector<int32_t> MeanDistanceMatching(const Matrix& dx, const Matrix& dy) {
  return MatchInOrder(RowSums(dx, /*squares=*/false), RowSums(dy, /*squares=*/false));
}

std::vector<int32_t> RandomPermutation(uint64_t seed, int32_t k, int64_t n) {
  numeric::RandomStream stream(seed, "gromov_wasserstein.start." + std::to_string(k));
  const std::vector<int64_t> permutation = stream.Permutation(n);
  return std::vector<int32_t>(permutation.begin(), permutation.end());
}

std::optional<ThirdLowerBound> SolveThirdLowerBound(numeric::ThreadPool& pool, const Matrix& dx,
                                                    const Matrix& dy,
                                                    absl::FunctionRef<bool()> cancelled) {
  const int64_t n = dx.rows();
  if (n == 0) return ThirdLowerBound{};
  const Matrix a = SortedRows(pool, dx, cancelled);
  const Matrix b = SortedRows(pool, dy, cancelled);
  const Vector a_squares = RowSums(a, /*squares=*/true);
  const Vector b_squares = RowSums(b, /*squares=*/true);
  Matrix cost = linear::MultiplyTransposed(pool, a, b, cancelled);
  if (cost.rows() != n) return std::nullopt;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) cost(i, j) = a_squares[i] + b_squares[j] - 2 * cost(i, j);
  }
  AssignmentSolver solver(static_cast<int32_t>(n));
  if (!solver.Solve(cost, cancelled)) return std::nullopt;
  ThirdLowerBound bound;
  bound.permutation = solver.column_of();
  for (int64_t i = 0; i < n; ++i) {
    bound.value += SquaredDifference(a.row(i).data(), b.row(bound.permutation[i]).data(), n);
  }
  bound.value /= static_cast<double>(n) * static_cast<double>(n);
  return bound;
}

}  // namespace widthlab::geometry
