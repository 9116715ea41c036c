#include "common/numeric/detectable_effect.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(DetectableEffectTest, GivesTheKnownFiguresForFiveAndTenPairs) {
  EXPECT_NEAR(DetectableEffect(5, 0.05, 0.8), 1.68, 0.005);
  EXPECT_NEAR(DetectableEffect(10, 0.05, 0.8), 1.00, 0.005);
  EXPECT_NEAR(DetectableEffect(5, 0.05 / 9, 0.8), 3.1, 0.1);
}

TEST(DetectableEffectTest, HasThePowerThatItPromises) {
  for (int pairs : {2, 3, 5, 20}) {
    EXPECT_NEAR(PairedTPower(DetectableEffect(pairs, 0.05, 0.8), pairs, 0.05), 0.8, 1e-8) << pairs;
  }
}

TEST(DetectableEffectTest, HasTheLevelAsPowerWithoutAnEffect) {
  EXPECT_NEAR(PairedTPower(0, 5, 0.05), 0.05, 1e-12);
}

TEST(DetectableEffectTest, IsUndefinedWithoutTwoPairs) {
  EXPECT_TRUE(std::isnan(DetectableEffect(1, 0.05, 0.8)));
  EXPECT_TRUE(std::isnan(DetectableEffect(5, 0.9, 0.8)));
}

}  // namespace
}  // namespace widthlab::numeric
