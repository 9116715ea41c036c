#include "common/numeric/incomplete_gamma.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(IncompleteGammaTest, AgreesWithTheExponentialForShapeOne) {
  for (double x : {1e-12, 0.3, 1.0, 4.0, 60.0}) {
    EXPECT_NEAR(LowerIncompleteGamma(1, x), -std::expm1(-x), 1e-14 * -std::expm1(-x)) << x;
    EXPECT_NEAR(UpperIncompleteGamma(1, x), std::exp(-x), 1e-13 * std::exp(-x)) << x;
  }
}

TEST(IncompleteGammaTest, AgreesWithReferenceValues) {
  const struct {
    double a, x, lower, upper;
  } cases[] = {
      // scipy.special.gammainc, gammaincc
      {0.5, 0.1, 0.34527915398142317, 0.6547208460185768},
      {2, 3, 0.8008517265285442, 0.1991482734714558},
      {10, 3, 0.0011024881301154815, 0.9988975118698845},
      {10, 25, 0.9997785233617512, 0.0002214766382487835},
      {1, 1e-08, 9.999999949999975e-09, 0.9999999900000001},
      {100, 120, 0.9721362601094793, 0.027863739890520652},
      {0.5, 40, 1.0, 3.744097384202887e-19},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(LowerIncompleteGamma(c.a, c.x), c.lower, 1e-12 * c.lower) << c.a << " " << c.x;
    EXPECT_NEAR(UpperIncompleteGamma(c.a, c.x), c.upper, 1e-12 * c.upper) << c.a << " " << c.x;
  }
}

TEST(IncompleteGammaTest, HoldsAtTheEndsAndOutside) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(LowerIncompleteGamma(3, 0), 0);
  EXPECT_EQ(UpperIncompleteGamma(3, 0), 1);
  EXPECT_EQ(LowerIncompleteGamma(3, infinity), 1);
  EXPECT_EQ(UpperIncompleteGamma(3, infinity), 0);
  EXPECT_TRUE(std::isnan(LowerIncompleteGamma(0, 1)));
  EXPECT_TRUE(std::isnan(UpperIncompleteGamma(1, -1)));
}

}  // namespace
}  // namespace widthlab::numeric
