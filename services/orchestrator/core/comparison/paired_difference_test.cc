#include "services/orchestrator/core/comparison/paired_difference.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

TEST(PairedDifferenceTest, IsRightForTwoSeedsByHand) {
  // Differences -1 and -3: mean -2, s = √2, t = -2 at one degree of freedom, where
  // p = 1 - (2/π) arctan 2.
  const v1::PairedDifference d = PairDifferences({5, 5}, {4, 2}, {.alpha = 0.05, .arms = 1});
  EXPECT_EQ(d.mean(), -2);
  EXPECT_EQ(d.better_count(), 2);
  EXPECT_NEAR(d.standard_deviation(), std::sqrt(2), 1e-15);
  EXPECT_NEAR(d.p(), 1 - 2 / M_PI * std::atan(2), 1e-14);
  EXPECT_NEAR(d.interval().high(), -2 + 12.706204736174694, 1e-10);
}

TEST(PairedDifferenceTest, AgreesWithReferenceValues) {
  // scipy.stats.ttest_rel, t.interval, chi2.ppf, and nct.sf (the far tail left out) at 80 % power.
  const v1::PairedDifference d = PairDifferences(
      {2.10, 2.12, 2.08, 2.11, 2.09}, {2.05, 2.09, 2.07, 2.12, 2.01}, {.alpha = 0.05, .arms = 3});
  EXPECT_NEAR(d.mean(), -0.032, 1e-12);
  EXPECT_NEAR(d.standard_deviation(), 0.03492849839314605, 1e-12);
  EXPECT_NEAR(d.standard_deviation_interval().low(), 0.02092682, 1e-8);
  EXPECT_NEAR(d.standard_deviation_interval().high(), 0.10036898, 1e-8);
  EXPECT_NEAR(d.p(), 0.1098660595168834, 1e-11);
  EXPECT_NEAR(d.interval().low(), -0.0753694589660876, 1e-11);
  EXPECT_NEAR(d.interval().high(), 0.011369458966087362, 1e-11);
  EXPECT_NEAR(d.minimum_detectable_effect(), 0.05874963936914864, 5e-8);
  EXPECT_NEAR(d.minimum_detectable_effect_adjusted(), 0.08004386557941587, 5e-8);
  EXPECT_EQ(d.better_count(), 4);
}

TEST(PairedDifferenceTest, SaysNothingOfSpreadFromOneSeed) {
  const v1::PairedDifference d = PairDifferences({3}, {2.5}, {});
  EXPECT_EQ(d.mean(), -0.5);
  EXPECT_TRUE(std::isnan(d.standard_deviation()));
  EXPECT_TRUE(std::isnan(d.interval().low()));
  EXPECT_TRUE(std::isnan(d.p()));
  EXPECT_TRUE(std::isnan(d.minimum_detectable_effect()));
}

TEST(PairedDifferenceTest, HoldsWhenAllDifferencesAreEqual) {
  const v1::PairedDifference none = PairDifferences({1, 2, 3}, {1, 2, 3}, {});
  EXPECT_EQ(none.p(), 1);
  EXPECT_EQ(none.standard_deviation(), 0);
  const v1::PairedDifference shifted = PairDifferences({1, 2, 3}, {1.5, 2.5, 3.5}, {});
  EXPECT_EQ(shifted.p(), 0);
  EXPECT_EQ(shifted.interval().low(), 0.5);
}

TEST(PairedDifferenceTest, TurnsItsSignWhenTheArmsAreSwapped) {
  const std::vector<double> a = {2.0, 2.3, 2.2};
  const std::vector<double> b = {1.9, 2.25, 2.05};
  const v1::PairedDifference ab = PairDifferences(a, b, {});
  const v1::PairedDifference ba = PairDifferences(b, a, {});
  EXPECT_EQ(ab.mean(), -ba.mean());
  EXPECT_EQ(ab.p(), ba.p());
  EXPECT_EQ(ab.interval().low(), -ba.interval().high());
}

TEST(PairedDifferenceTest, AdjustsOnlyWhatWasTested) {
  v1::PairedDifference a;
  v1::PairedDifference b;
  v1::PairedDifference untested;
  a.set_p(0.01);
  b.set_p(0.04);
  untested.set_p(NAN);
  untested.set_adjusted_p(NAN);
  AdjustForFamily({&b, &untested, &a});
  EXPECT_DOUBLE_EQ(a.adjusted_p(), 0.02);
  EXPECT_DOUBLE_EQ(b.adjusted_p(), 0.04);
  EXPECT_TRUE(std::isnan(untested.adjusted_p()));
}

}  // namespace
}  // namespace widthlab::pipeline
