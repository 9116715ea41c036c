#include "common/numeric/chi_squared.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(ChiSquaredTest, AgreesWithTheExponentialForTwoDegrees) {
  for (double p : {0.025, 0.3, 0.975}) {
    EXPECT_NEAR(ChiSquaredQuantile(p, 2), -2 * std::log1p(-p), 1e-13) << p;
  }
}

TEST(ChiSquaredTest, AgreesWithReferenceValues) {
  const struct {
    double x, nu, cdf;
  } cases[] = {
      // scipy.stats.chi2.cdf
      {0.3, 1, 0.416117579229635},      {5, 4, 0.7127025048163542},   {20, 9, 0.9820875954701567},
      {0.001, 3, 8.40791905804616e-06}, {60, 30, 0.9990793176038514},
  };
  for (const auto& c : cases) EXPECT_NEAR(ChiSquaredCdf(c.x, c.nu), c.cdf, 1e-12 * c.cdf) << c.x;
  EXPECT_EQ(ChiSquaredCdf(-1, 4), 0);
}

TEST(ChiSquaredTest, QuantilesAgreeWithReferenceValues) {
  const struct {
    double p, nu, quantile;
  } cases[] = {
      // scipy.stats.chi2.ppf
      {0.025, 4, 0.4844185570879299},    {0.975, 4, 11.143286781877796},
      {0.025, 1, 0.0009820691171752555}, {0.975, 1, 5.023886187314888},
      {0.025, 2, 0.05063561596857975},   {0.975, 2, 7.377758908227871},
      {0.5, 9, 8.342832692252955},       {1e-06, 3, 0.00024181048720124264},
      {0.999999, 30, 82.044143136957},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(ChiSquaredQuantile(c.p, c.nu), c.quantile, 1e-11 * c.quantile) << c.p;
  }
  EXPECT_TRUE(std::isnan(ChiSquaredQuantile(0, 4)));
  EXPECT_TRUE(std::isnan(ChiSquaredQuantile(0.5, 0)));
}

}  // namespace
}  // namespace widthlab::numeric
