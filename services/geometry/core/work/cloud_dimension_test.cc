#include "services/geometry/core/work/cloud_dimension.h"

#include <cmath>
#include <limits>
#include <vector>

#include "common/numeric/random_stream.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

absl::StatusOr<CloudDimension> Measure(const Matrix& points, Geometry geometry = Geometry::kRaw) {
  numeric::ThreadPool pool(2);
  return MeasureCloudDimension(pool, CloudView(points.data(), points.rows(), points.cols()), "x",
                               {geometry, 0.9}, [] { return false; });
}

// A ring with noise, off the origin.
Matrix Ring(int64_t n) {
  numeric::RandomStream stream(1, "ring");
  Matrix points(n, 3);
  for (int64_t i = 0; i < n; ++i) {
    const double angle = 2 * M_PI * stream.Uniform();
    points.row(i) << std::cos(angle), std::sin(angle), 3;
  }
  return points;
}

TEST(CloudDimensionTest, TellsTheManifoldFromItsSpan) {
  for (const Geometry geometry : {Geometry::kRaw, Geometry::kSpherical, Geometry::kHyperbolic}) {
    const auto dimension = Measure(Ring(500), geometry);
    ASSERT_THAT(dimension, IsOk());
    EXPECT_NEAR(dimension->two_nn.value, 1, 0.2) << GeometryName(geometry);
    EXPECT_NEAR(dimension->levina_bickel.value, 1, 0.2);
    EXPECT_NEAR(dimension->covariance->participation_ratio.value, 2, 0.05);
    EXPECT_EQ(dimension->distinct_points, 500);
  }
}

TEST(CloudDimensionTest, SaysWhyAFewPointsHaveNone) {
  for (const auto& [points, distinct] :
       std::vector<std::pair<Matrix, int64_t>>{{Matrix(0, 4), 0},
                                               {Matrix::Ones(1, 4), 1},
                                               {Matrix(3, 0), 1},
                                               {Matrix::Ones(7, 2), 1}}) {
    const auto dimension = Measure(points);
    ASSERT_THAT(dimension, IsOk());
    EXPECT_EQ(dimension->distinct_points, distinct);
    EXPECT_EQ(dimension->two_nn.undefined_reason, "fewer than 3 distinct points");
    EXPECT_EQ(dimension->levina_bickel.undefined_reason, "fewer than 6 distinct points");
    EXPECT_NE(dimension->covariance->effective_rank.undefined_reason, "");
  }
  Matrix two(2, 2);
  two << 0, 1, 1, 0;
  EXPECT_NEAR(Measure(two)->covariance->participation_ratio.value, 1, 1e-15);
  EXPECT_TRUE(std::isnan(Measure(two)->two_nn.value));
}

TEST(CloudDimensionTest, NamesTheRowThatCannotBeMeasured) {
  Matrix points = Ring(10);
  points.row(4).setZero();
  EXPECT_THAT(Measure(points), IsOk());
  EXPECT_THAT(Measure(points, Geometry::kSpherical), FailsOnField("x[4]"));
  points(7, 1) = std::numeric_limits<double>::infinity();
  EXPECT_THAT(Measure(points), FailsOnField("x[7][1]"));
}

TEST(CloudDimensionTest, StopsWhenItIsCancelled) {
  numeric::ThreadPool pool(1);
  const Matrix points = Ring(20);
  EXPECT_THAT(MeasureCloudDimension(pool, CloudView(points.data(), 20, 3), "x",
                                    {Geometry::kRaw, 0.9}, [] { return true; }),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::geometry
