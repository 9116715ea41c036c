#include "services/schedule/core/scaling/power_law.h"

#include <cmath>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::HasSubstr;

const std::vector<double> kSizes = {1e7, 3e7, 1e8, 3e8, 1e9, 3e9};

std::vector<double> LossesOf(const PowerLaw& law) {
  std::vector<double> losses;
  for (double size : kSizes) losses.push_back(LossAt(law, size));
  return losses;
}

// 2 + 1 at the reference, 2 + 1/2 at four times it with alpha 1/2.
TEST(PowerLawTest, LossAndSizeAreEachOthersInverse) {
  const PowerLaw law{.irreducible = 2, .amplitude = 1, .exponent = 0.5, .reference = 100};
  EXPECT_EQ(LossAt(law, 100), 3);
  EXPECT_EQ(LossAt(law, 400), 2.5);
  EXPECT_NEAR(SizeAt(law, 2.5), 400, 1e-10);
  EXPECT_TRUE(std::isnan(SizeAt(law, 2)));
}

TEST(PowerLawTest, ALawWithoutNoiseIsFoundAgain) {
  for (double alpha : {0.05, 0.34, 1.0, 2.5}) {
    for (double irreducible : {0.0, 1.69}) {
      const PowerLaw law{irreducible, 1.2, alpha, 1.7e8};
      const PowerLawFit fit = FitPowerLaw(kSizes, LossesOf(law), {});
      ASSERT_EQ(fit.undefined_reason, "") << alpha << " " << irreducible;
      EXPECT_LT(fit.relative_error, 1e-7);
      EXPECT_NEAR(fit.law.exponent, alpha, 2e-3 * alpha) << irreducible;
      EXPECT_NEAR(fit.law.irreducible, irreducible, 1e-2) << alpha;
      EXPECT_NEAR(LossAt(fit.law, 1e10), LossAt(law, 1e10), 1e-3 * LossAt(law, 1e10));
    }
  }
}

TEST(PowerLawTest, OneBadRunDoesNotDecide) {
  const PowerLaw law{1.69, 1.2, 0.34, 1.7e8};
  std::vector<double> losses = LossesOf(law);
  losses[2] *= 1.3;
  const PowerLawFit fit = FitPowerLaw(kSizes, losses, {});
  ASSERT_EQ(fit.undefined_reason, "");
  EXPECT_NEAR(fit.law.exponent, 0.34, 0.01);
  EXPECT_NEAR(fit.law.irreducible, 1.69, 0.02);
}

TEST(PowerLawTest, ScalesOfSizeAndLossDoNotMatter) {
  const std::vector<double> losses = {4.3, 3.9, 3.4, 3.15, 2.93, 2.81};
  const PowerLawFit fit = FitPowerLaw(kSizes, losses, {});
  std::vector<double> large = kSizes, high = losses;
  for (double& size : large) size *= 1e9;
  for (double& loss : high) loss *= 7;
  const PowerLawFit scaled = FitPowerLaw(large, high, {});
  EXPECT_NEAR(scaled.law.exponent, fit.law.exponent, 1e-6);
  EXPECT_NEAR(scaled.law.irreducible, 7 * fit.law.irreducible, 1e-5);
}

TEST(PowerLawTest, AKnownIrreducibleLossIsKept) {
  const PowerLaw law{1.5, 1.2, 0.34, 1.7e8};
  const PowerLawFit fit = FitPowerLaw(kSizes, LossesOf(law), {.irreducible = 1.5});
  EXPECT_EQ(fit.law.irreducible, 1.5);
  EXPECT_NEAR(fit.law.exponent, 0.34, 1e-6);
}

TEST(PowerLawTest, RunsThatDetermineNoCurveSaySo) {
  const auto why = [](const std::vector<double>& losses, const PowerLawOptions& options = {}) {
    return FitPowerLaw({1e7, 1e8, 1e9}, losses, options).undefined_reason;
  };
  EXPECT_THAT(why({3, 3, 3}), HasSubstr("all losses are equal"));
  EXPECT_THAT(why({3, 3.1, 3.2}), HasSubstr("do not fall"));
  EXPECT_THAT(why({3.3, 3.0, 3.0}), HasSubstr("do not determine the exponent"));
  EXPECT_THAT(why({3.3, 3.2, 3.15}, {.irreducible = 3.2}), HasSubstr("not below the least loss"));
}

}  // namespace
}  // namespace widthlab::schedule
