#include "services/geometry/core/distance/distance_matrix.h"

#include <cmath>
#include <utility>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/distance/geometry.h"

namespace widthlab::geometry {
namespace {

CloudDistances Distances(const std::vector<double>& values, int64_t dimension) {
  numeric::ThreadPool pool(2);
  const CloudView view(values.data(), static_cast<int64_t>(values.size()) / dimension, dimension);
  const double scale = CommonScale(view, view);
  CloudDistances distances =
      ComputeDistances(pool, ScaledCloud(pool, view, scale), {.raw = true, .angle = true});
  distances.raw /= scale;
  return distances;
}

TEST(DistanceMatrixTest, OfThreePointsByHand) {
  const CloudDistances d = Distances({1, 0, 0, 2, -3, 0}, 2);
  EXPECT_DOUBLE_EQ(d.raw(0, 1), std::sqrt(5.0));
  EXPECT_DOUBLE_EQ(d.raw(0, 2), 4);
  EXPECT_DOUBLE_EQ(d.raw(1, 2), std::sqrt(13.0));
  EXPECT_DOUBLE_EQ(d.angle(0, 1), M_PI / 2);
  EXPECT_DOUBLE_EQ(d.angle(0, 2), M_PI);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(d.raw(i, i), 0);
}

TEST(DistanceMatrixTest, IsExactlySymmetric) {
  std::vector<double> values(40 * 7);
  numeric::RandomStream stream(1, "symmetric");
  for (double& v : values) v = stream.Normal();
  const CloudDistances d = Distances(values, 7);
  EXPECT_EQ(d.raw, Matrix(d.raw.transpose()));
  EXPECT_EQ(d.angle, Matrix(d.angle.transpose()));
}

TEST(DistanceMatrixTest, SeparatesPointsThatAGramProductCannot) {
  // Two points at relative distance 1e-9, and one nearly opposite.
  std::vector<double> values = {1, 1, 1, 1, 1, 1 + 1e-9, -1, -1, -1 - 1e-7};
  const CloudDistances d = Distances(values, 3);
  const double delta = (1 + 1e-9) - 1;
  EXPECT_NEAR(d.raw(0, 1), delta, 1e-15 * delta);
  // For small δ the angle between (1,1,1) and (1,1,1+δ) is δ·√2/3.
  EXPECT_NEAR(d.angle(0, 1), delta * std::sqrt(2.0) / 3, 1e-6 * delta);
  EXPECT_NEAR(M_PI - d.angle(0, 2), 1e-7 * std::sqrt(2.0) / 3, 1e-14);
}

TEST(DistanceMatrixTest, CarriesHugeAndTinyCoordinates) {
  const std::vector<double> unit = {1, 0, 0.25, 2, 3, -1};
  const CloudDistances expected = Distances(unit, 2);
  for (const int exponent : {-500, 500}) {  // about 1e-150 and 1e150
    std::vector<double> scaled = unit;
    for (double& v : scaled) v = std::ldexp(v, exponent);
    const CloudDistances d = Distances(scaled, 2);
    EXPECT_EQ(d.raw, Matrix(expected.raw * std::ldexp(1.0, exponent)));
    EXPECT_EQ(d.angle, expected.angle);
  }
}

TEST(DistanceMatrixTest, KeepsDirectionsOfTinyRowsBesideHugeOnes) {
  const CloudDistances d = Distances({1e200, 0, 1e-200, 1e-200, 2e-200, 1e-200}, 2);
  EXPECT_DOUBLE_EQ(d.angle(0, 1), M_PI / 4);
  EXPECT_NEAR(d.angle(1, 2), M_PI / 4 - std::atan(0.5), 1e-15);
  EXPECT_EQ(d.raw(0, 1), 1e200);
}

TEST(DistanceMatrixTest, AcceptsMoreDimensionsThanPoints) {
  std::vector<double> values(2 * 1000, 0.0);
  values[0] = 3;
  values[1000 + 999] = 4;
  EXPECT_DOUBLE_EQ(Distances(values, 1000).raw(0, 1), 5);
}

TEST(DistanceMatrixTest, HyperbolicFollowsTheAngle) {
  numeric::ThreadPool pool(1);
  const CloudDistances d = Distances({1, 0, 0, 2, -3, 1}, 2);
  const Matrix h = HyperbolicDistances(pool, d.angle, 0.9);
  EXPECT_EQ(h(0, 1), HyperbolicFromAngle(d.angle(0, 1), 0.9));
  EXPECT_EQ(h(2, 2), 0);
}

TEST(DistanceMatrixTest, AsksForEveryFewRowsAndStopsWhereverItIsCancelled) {
  constexpr int64_t kPoints = 400;
  std::vector<double> values(kPoints * 3);
  numeric::RandomStream stream(2, "cancelled");
  for (double& v : values) v = stream.Normal();
  numeric::ThreadPool pool(1);
  const CloudView view(values.data(), kPoints, 3);
  const ScaledCloud cloud(pool, view, CommonScale(view, view));
  int questions = 0;
  const auto compute = [&](int last) {
    questions = 0;
    const auto cancelled = [&] { return ++questions >= last; };
    CloudDistances d = ComputeDistances(pool, cloud, {.raw = true, .angle = true}, cancelled);
    Matrix hyperbolic = HyperbolicDistances(pool, d.angle, 0.9, cancelled);
    return std::make_pair(std::move(d), std::move(hyperbolic));
  };
  EXPECT_EQ(compute(1 << 30).second.rows(), kPoints);
  const int all = questions;
  EXPECT_GE(all, 3 * kPoints / 16);  // three matrices, sixteen rows at a time
  for (int last = 1; last <= all; ++last) {
    const auto [d, hyperbolic] = compute(last);
    EXPECT_EQ(hyperbolic.size(), 0);
    EXPECT_LE(questions, last + 1);
  }
}

}  // namespace
}  // namespace widthlab::geometry
