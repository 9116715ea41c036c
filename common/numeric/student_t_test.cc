#include "common/numeric/student_t.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(StudentTTest, AgreesWithTheCauchyDistributionForOneDegree) {
  for (double t : {-30.0, -1.0, 0.0, 0.25, 1.0, 12.0}) {
    EXPECT_NEAR(StudentTCdf(t, 1), 0.5 + std::atan(t) / M_PI, 1e-14) << t;
  }
}

TEST(StudentTTest, AgreesWithReferenceValues) {
  const struct {
    double t, nu, cdf, two_sided;
  } cases[] = {
      // scipy.stats.t.cdf, 2·t.sf(|t|)
      {0.5, 4, 0.6783350184090684, 0.6433299631818633},
      {-2.3, 4, 0.04146951855619118, 0.08293903711238236},
      {12.7, 1, 0.9749878361553279, 0.050024327689344165},
      {3.1, 9, 0.993638772010899, 0.01272245597820195},
      {-8, 2.5, 0.0038283220655217234, 0.007656644131043447},
      {1e-3, 30, 0.5003956321167575, 0.9992087357664851},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(StudentTCdf(c.t, c.nu), c.cdf, 1e-12 * c.cdf) << c.t;
    EXPECT_NEAR(StudentTTwoSidedP(c.t, c.nu), c.two_sided, 1e-12 * c.two_sided) << c.t;
  }
}

TEST(StudentTTest, QuantilesAgreeWithReferenceValues) {
  const struct {
    double p, nu, quantile;
  } cases[] = {
      // scipy.stats.t.ppf
      {0.975, 4, 2.7764451051977934},  {0.975, 9, 2.262157162798205},
      {0.995, 1, 63.656741162871526},  {0.01, 2.5, -5.353111173030874},
      {0.6, 100, 0.25402218245822766}, {1 - 0.05 / 18, 4, 5.436591556004173},
      {1e-10, 3, -2225.769284683093},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(StudentTQuantile(c.p, c.nu), c.quantile, 1e-11 * std::fabs(c.quantile)) << c.p;
  }
  EXPECT_EQ(StudentTQuantile(0.5, 4), 0);
  EXPECT_TRUE(std::isnan(StudentTQuantile(1, 4)));
}

TEST(StudentTTest, HoldsAtTheEnds) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(StudentTCdf(infinity, 4), 1);
  EXPECT_EQ(StudentTCdf(-infinity, 4), 0);
  EXPECT_EQ(StudentTTwoSidedP(0, 4), 1);
}

}  // namespace
}  // namespace widthlab::numeric
