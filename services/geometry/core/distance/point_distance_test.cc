#include "services/geometry/core/distance/point_distance.h"

#include <cmath>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

TEST(PointDistanceTest, OfARightTriangle) {
  const double a[] = {1, 1};
  const double b[] = {4, 5};
  EXPECT_EQ(DifferenceLength(a, b, 2), 5);
  EXPECT_DOUBLE_EQ(SumLength(a, b, 2), std::sqrt(61.0));
  EXPECT_DOUBLE_EQ(Length(b, 2), std::sqrt(41.0));
  EXPECT_EQ(DifferenceLength(a, a, 2), 0);
}

TEST(PointDistanceTest, OfAnyDimension) {
  numeric::RandomStream stream(1, "point_distance");
  for (const int d : {0, 1, 3, 4, 7, 8, 9, 16, 31, 100}) {
    std::vector<double> a(d), b(d);
    long double squares = 0;
    for (int k = 0; k < d; ++k) {
      a[k] = stream.Normal();
      b[k] = stream.Normal();
      const long double t = static_cast<long double>(a[k]) - b[k];
      squares += t * t;
    }
    const double expected = static_cast<double>(std::sqrt(squares));
    EXPECT_NEAR(DifferenceLength(a.data(), b.data(), d), expected, 1e-15 * expected) << d;
  }
}

TEST(PointDistanceTest, KeepsDigitsWhereSquaresUnderflow) {
  const double a[] = {3e-180, 0};
  const double b[] = {0, 4e-180};
  EXPECT_DOUBLE_EQ(DifferenceLength(a, b, 2), 5e-180);
}

}  // namespace
}  // namespace widthlab::geometry
