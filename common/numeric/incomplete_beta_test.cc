#include "common/numeric/incomplete_beta.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(IncompleteBetaTest, AgreesWithClosedForms) {
  for (double x : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    EXPECT_NEAR(IncompleteBeta(1, 1, x), x, 1e-14);
    EXPECT_NEAR(IncompleteBeta(3, 1, x), x * x * x, 1e-14);
    EXPECT_NEAR(IncompleteBeta(1, 2, x), 1 - (1 - x) * (1 - x), 1e-14);
  }
}

TEST(IncompleteBetaTest, AgreesWithReferenceValues) {
  const struct {
    double a, b, x, value;
  } cases[] = {
      // scipy.special.betainc
      {0.5, 2, 0.3, 0.7394254526319747},        {2, 0.5, 0.999, 0.9525816464857751},
      {50, 40, 0.55, 0.45479521086387},         {1000, 2000, 0.3, 4.0738279160507626e-05},
      {0.5, 0.5, 1e-9, 2.0131684845150097e-05}, {4.5, 3, 0.02, 3.9134004560903285e-07},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(IncompleteBeta(c.a, c.b, c.x), c.value, 1e-12 * c.value) << c.a << " " << c.b;
  }
}

TEST(IncompleteBetaTest, IsUndefinedOutsideItsDomain) {
  EXPECT_TRUE(std::isnan(IncompleteBeta(0, 1, 0.5)));
  EXPECT_TRUE(std::isnan(IncompleteBeta(1, 1, 1.5)));
  EXPECT_TRUE(std::isnan(IncompleteBeta(1, 1, std::nan(""))));
}

}  // namespace
}  // namespace widthlab::numeric
