#include "services/geometry/core/distance/distance_matrix.h"

#include <algorithm>
#include <cmath>

#include "common/linear/product.h"
#include "common/numeric/parallel_for.h"
#include "services/geometry/core/distance/geometry.h"
#include "services/geometry/core/distance/point_distance.h"

namespace widthlab::geometry {
namespace {

constexpr double kCancels = 1e-4;
// A piece of parallel work has this many rows, or fewer where these have more entries than that.
constexpr int64_t kRows = 16;
constexpr int64_t kEntries = 1 << 15;

double RawDistance(const ScaledCloud& cloud, int64_t i, int64_t j, double cosine) {
  const double a = cloud.lengths[i];
  const double b = cloud.lengths[j];
  const double sum = a * a + b * b;
  const double squared = sum - 2 * (a * b) * cosine;
  if (squared > kCancels * sum) return std::sqrt(squared);
  return DifferenceLength(cloud.points.row(i).data(), cloud.points.row(j).data(),
                          cloud.points.cols());
}

double Angle(const ScaledCloud& cloud, int64_t i, int64_t j, double cosine) {
  const double* u = cloud.directions.row(i).data();
  const double* v = cloud.directions.row(j).data();
  const int64_t dimension = cloud.directions.cols();
  const double difference_squared = 2 - 2 * cosine;
  const double sum_squared = 2 + 2 * cosine;
  const double difference = difference_squared > 2 * kCancels ? std::sqrt(difference_squared)
                                                              : DifferenceLength(u, v, dimension);
  const double sum = sum_squared > kCancels ? std::sqrt(sum_squared) : SumLength(u, v, dimension);
  return AngleFromChords(difference, sum);
}

// Fills m with value(i, j) above the diagonal and its mirror image below. False once `cancelled`
// said true.
template <typename Value>
bool FillSymmetric(numeric::ThreadPool& pool, Matrix& m, absl::FunctionRef<bool()> cancelled,
                   Value value) {
  const int64_t rows = std::clamp<int64_t>(kEntries / std::max<int64_t>(m.cols(), 1), 1, kRows);
  return numeric::ParallelFor(pool, 0, m.rows(), rows, cancelled,
                              [&](int64_t first, int64_t last) {
                                for (int64_t i = first; i < last; ++i) {
                                  m(i, i) = 0;
                                  for (int64_t j = i + 1; j < m.cols(); ++j) m(i, j) = value(i, j);
                                }
                              }) &&
         numeric::ParallelFor(pool, 0, m.rows(), 4 * kRows, cancelled,
                              [&](int64_t first, int64_t last) {
                                for (int64_t i = first; i < last; ++i) {
                                  for (int64_t j = 0; j < i; ++j) m(i, j) = m(j, i);
                                }
                              });
}

}  // namespace

CloudDistances ComputeDistances(numeric::ThreadPool& pool, const ScaledCloud& cloud,
                                WantedDistances wanted, absl::FunctionRef<bool()> cancelled) {
  const int64_t n = cloud.points.rows();
  // The last of the matrices takes the place of the cosines, entry by entry.
  Matrix cosine = linear::GramMatrix(pool, cloud.directions, cancelled);
  if (cosine.rows() != n) return {};
  CloudDistances result;
  if (wanted.angle) {
    if (wanted.raw) result.angle.resize(n, n);
    Matrix& angle = wanted.raw ? result.angle : cosine;
    const auto value = [&](int64_t i, int64_t j) { return Angle(cloud, i, j, cosine(i, j)); };
    if (!FillSymmetric(pool, angle, cancelled, value)) return {};
    if (!wanted.raw) result.angle.swap(cosine);
  }
  if (wanted.raw) {
    const auto value = [&](int64_t i, int64_t j) { return RawDistance(cloud, i, j, cosine(i, j)); };
    if (!FillSymmetric(pool, cosine, cancelled, value)) return {};
    result.raw.swap(cosine);
  }
  return result;
}

Matrix HyperbolicDistances(numeric::ThreadPool& pool, const Matrix& angle, double radius,
                           absl::FunctionRef<bool()> cancelled) {
  Matrix result(angle.rows(), angle.cols());
  const auto value = [&](int64_t i, int64_t j) { return HyperbolicFromAngle(angle(i, j), radius); };
  if (!FillSymmetric(pool, result, cancelled, value)) return {};
  return result;
}

}  // namespace widthlab::geometry
