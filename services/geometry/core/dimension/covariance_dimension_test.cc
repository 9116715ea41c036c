#include "services/geometry/core/dimension/covariance_dimension.h"

#include <cmath>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {
namespace {

bool Never() { return false; }

CovarianceDimension Measure(const Matrix& points, int threads = 2) {
  numeric::ThreadPool pool(threads);
  const auto measured =
      MeasureCovariance(pool, CloudView(points.data(), points.rows(), points.cols()), Never);
  EXPECT_TRUE(measured.has_value());
  return *measured;
}

Matrix Gaussian(int64_t n, int64_t d, uint64_t seed = 1) {
  numeric::RandomStream stream(seed, "covariance");
  Matrix points(n, d);
  for (int64_t i = 0; i < points.size(); ++i) points.data()[i] = stream.Normal();
  return points;
}

TEST(CovarianceDimensionTest, CountsDirectionsByHand) {
  // Variances 4 and 1: (4 + 1)²/(16 + 1), and the entropy of 0.8 and 0.2.
  Matrix cross(4, 2);
  cross << 2, 0, -2, 0, 0, 1, 0, -1;
  EXPECT_NEAR(Measure(cross).participation_ratio.value, 25.0 / 17, 1e-14);
  EXPECT_NEAR(Measure(cross).effective_rank.value,
              std::exp(-0.8 * std::log(0.8) - 0.2 * std::log(0.2)), 1e-14);
}

TEST(CovarianceDimensionTest, IsOneForALineAndNLessOneForASimplex) {
  Matrix line(5, 3);
  for (int64_t i = 0; i < 5; ++i) line.row(i) << 1.0 + i, 2.0 - i, 0.5 * i;
  EXPECT_NEAR(Measure(line).participation_ratio.value, 1, 1e-14);
  EXPECT_NEAR(Measure(line).effective_rank.value, 1, 1e-13);
  EXPECT_NEAR(Measure(Matrix::Identity(12, 12)).participation_ratio.value, 11, 1e-12);
  EXPECT_NEAR(Measure(Matrix::Identity(12, 12)).effective_rank.value, 11, 1e-12);
}

TEST(CovarianceDimensionTest, AgreesForMorePointsThanCoordinatesAndFewer) {
  // The same cloud with coordinates that are always zero, which change the side of the Gram matrix.
  Matrix wide = Matrix::Zero(40, 100);
  wide.leftCols(7) = Gaussian(40, 7);
  const CovarianceDimension a = Measure(wide.leftCols(7));
  const CovarianceDimension b = Measure(wide);
  EXPECT_NEAR(a.participation_ratio.value, b.participation_ratio.value, 1e-12);
  EXPECT_NEAR(a.effective_rank.value, b.effective_rank.value, 1e-12);
  EXPECT_LT(a.participation_ratio.value, 7);
  EXPECT_LE(a.participation_ratio.value, a.effective_rank.value);
}

TEST(CovarianceDimensionTest, DoesNotSeeWhereACloudIsOrHowLarge) {
  const Matrix points = Gaussian(30, 4);
  const double ratio = Measure(points).participation_ratio.value;
  EXPECT_NEAR(Measure(points.array() + 1000).participation_ratio.value, ratio, 1e-9);
  for (const double scale : {1e150, 1e-150, 1e300, 1e-300}) {
    EXPECT_NEAR(Measure(scale * points).participation_ratio.value, ratio, 1e-12) << scale;
  }
  // A spread of 1e-150 beside a coordinate of 1e150 that is always the same.
  Matrix beside(30, 5);
  beside << 1e-150 * points, Vector::Constant(30, 1e150);
  EXPECT_NEAR(Measure(beside).participation_ratio.value, ratio, 1e-12);
}

TEST(CovarianceDimensionTest, IsUndefinedWhereNothingVaries) {
  EXPECT_EQ(Measure(Matrix(0, 3)).participation_ratio.undefined_reason, "fewer than 2 points");
  EXPECT_TRUE(std::isnan(Measure(Matrix::Ones(1, 3)).effective_rank.value));
  EXPECT_EQ(Measure(Matrix(5, 0)).effective_rank.undefined_reason, "all points are equal");
  const CovarianceDimension equal = Measure(Matrix::Constant(9, 4, 0.1));
  EXPECT_EQ(equal.participation_ratio.undefined_reason, "all points are equal");
  EXPECT_TRUE(std::isnan(equal.participation_ratio.value));
}

}  // namespace
}  // namespace widthlab::geometry
