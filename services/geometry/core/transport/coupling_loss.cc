#include "services/geometry/core/transport/coupling_loss.h"

#include "common/numeric/parallel_reduce.h"

namespace widthlab::geometry {
namespace {

// Above the diagonal only: the matrices are symmetric, and their diagonals agree.
double RowLoss(const Matrix& dx, const Matrix& dy, absl::Span<const int32_t> permutation,
               int64_t i) {
  const double* x = dx.row(i).data();
  const double* y = dy.row(permutation[i]).data();
  double sum[4] = {0, 0, 0, 0};
  int64_t j = i + 1;
  for (; j + 4 <= dx.cols(); j += 4) {
    for (int lane = 0; lane < 4; ++lane) {
      const double t = x[j + lane] - y[permutation[j + lane]];
      sum[lane] += t * t;
    }
  }
  for (; j < dx.cols(); ++j) {
    const double t = x[j] - y[permutation[j]];
    sum[0] += t * t;
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace

double PermutationLoss(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
                       absl::Span<const int32_t> permutation) {
  const int64_t n = dx.rows();
  if (n == 0) return 0;
  const double half = numeric::ParallelReduce(
      pool, 0, n, 64, 0.0,
      [&](int64_t first, int64_t last) {
        double sum = 0;
        for (int64_t i = first; i < last; ++i) sum += RowLoss(dx, dy, permutation, i);
        return sum;
      },
      [](double a, double b) { return a + b; });
  return 2 * half / (static_cast<double>(n) * static_cast<double>(n));
}

}  // namespace widthlab::geometry
