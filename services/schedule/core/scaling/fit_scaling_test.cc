#include "services/schedule/core/scaling/fit_scaling.h"

#include <cmath>
#include <limits>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::HasSubstr;

FamilyRuns Runs(const char* name, double factor, double noise = 0) {
  FamilyRuns family{.name = name, .variables = {{"training_flops", {}}}, .losses = {}};
  const double wiggle[] = {1, -1, 1, 1, -1, -1};
  for (int i = 0; i < 6; ++i) {
    const double size = std::pow(10, 18 + 0.5 * i);
    family.variables[0].sizes.push_back(size * factor);
    family.losses.push_back((1.7 + std::pow(size / 1e19, -0.2)) * (1 + noise * wiggle[i]));
  }
  return family;
}

// The second family reaches every loss with 0.8 of the FLOPs.
TEST(FitScalingTest, AtEqualLossTheRatioIsThatOfTheSizes) {
  const auto fits = FitScaling({Runs("uniform", 1), Runs("hourglass", 0.8)}, {}, {});
  ASSERT_THAT(fits, IsOk());
  ASSERT_EQ(fits->curves.size(), 2);
  ASSERT_EQ(fits->ratios.size(), 1);
  EXPECT_EQ(fits->ratios[0].family, "hourglass");
  EXPECT_EQ(fits->ratios[0].baseline, "uniform");
  EXPECT_NEAR(fits->ratios[0].ratio.value, 0.8, 1e-4);
  EXPECT_FALSE(fits->ratios[0].extrapolated);
}

TEST(FitScalingTest, IntervalsHoldTheTruthAndAreTheSameEveryTime) {
  const std::vector<FamilyRuns> families = {Runs("uniform", 1, 1e-3), Runs("other", 0.8, 1e-3)};
  const auto fits = FitScaling(families, {3.0}, {.law = {}, .draws = 100});
  ASSERT_THAT(fits, IsOk());
  const FittedValue& alpha = fits->curves[0].exponent;
  EXPECT_LT(alpha.low, 0.2);
  EXPECT_GT(alpha.high, 0.2);
  EXPECT_LT(alpha.high - alpha.low, 0.2);
  const FittedRatio& ratio = fits->ratios[0];
  EXPECT_LT(ratio.ratio.low, 0.8);
  EXPECT_GT(ratio.ratio.high, 0.8);
  const auto again = FitScaling(families, {3.0}, {.law = {}, .draws = 100});
  EXPECT_EQ(again->ratios[0].ratio.low, ratio.ratio.low);
}

TEST(FitScalingTest, ThreeSizesLeaveNothingToDrawFrom) {
  const FamilyRuns family{
      .name = "a", .variables = {{"parameters", {1e7, 1e8, 1e9}}}, .losses = {4, 3.3, 2.9}};
  const auto fits = FitScaling({family}, {}, {});
  ASSERT_THAT(fits, IsOk());
  EXPECT_EQ(fits->curves[0].fit.undefined_reason, "");
  EXPECT_LT(fits->curves[0].fit.relative_error, 1e-6);
  EXPECT_TRUE(std::isnan(fits->curves[0].exponent.low));
}

TEST(FitScalingTest, ALossOutOfReachIsUndefinedWithItsReason) {
  const auto fits =
      FitScaling({Runs("uniform", 1), Runs("other", 0.8)}, {1.5, 2.2}, {.law = {}, .draws = 0});
  ASSERT_THAT(fits, IsOk());
  ASSERT_EQ(fits->ratios.size(), 2);
  EXPECT_THAT(fits->ratios[0].undefined_reason, HasSubstr("irreducible loss is 1.7"));
  EXPECT_EQ(fits->ratios[1].undefined_reason, "");
  EXPECT_TRUE(fits->ratios[1].extrapolated);
}

TEST(FitScalingTest, BadRunsAreRefusedByName) {
  const auto status = [](const FamilyRuns& family) {
    return FitScaling({Runs("uniform", 1), family}, {}, {}).status();
  };
  EXPECT_THAT(FitScaling({}, {}, {}).status(), FailsOnField("families"));
  EXPECT_THAT(status(Runs("uniform", 2)), FailsOnField("families[1].name"));
  FamilyRuns bad = Runs("b", 1);
  bad.losses[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(status(bad), FailsOnField("families[1].runs[2].loss"));
  bad.losses[2] = -1;
  EXPECT_THAT(status(bad), FailsOnField("families[1].runs[2].loss"));
  bad = Runs("b", 1);
  bad.variables[0].sizes.assign(6, 1e18);
  EXPECT_THAT(status(bad), FailsOnField("families[1].runs"));
  bad.variables[0].sizes.assign({1e18, 1e19, 1e18, 1e19, 1e18, 1e19});
  EXPECT_THAT(status(bad), FailsOnField("families[1].runs"));
  bad.variables[0].sizes[3] = 0;
  EXPECT_THAT(status(bad), FailsOnField("families[1].runs[3].training_flops"));
  bad.variables[0].sizes.assign(6, 0);
  EXPECT_THAT(status(bad), FailsOnField("families[1].runs[0].parameters"));
  EXPECT_THAT(FitScaling({Runs("a", 1)}, {0}, {}).status(), FailsOnField("losses[0]"));
}

}  // namespace
}  // namespace widthlab::schedule
