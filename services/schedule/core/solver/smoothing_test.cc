#include "services/schedule/core/solver/smoothing.h"

#include <cmath>
#include <limits>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

// Averages 1.5, 2 and 3 have a mean of 13/6.
TEST(SmoothingTest, MovingAverageTakesTheNeighboursThatExist) {
  const auto work = PrepareWork("work", {0, 3, 3}, {});
  ASSERT_THAT(work, IsOk());
  EXPECT_THAT(*work, ElementsAre(DoubleNear(9.0 / 13, 1e-15), DoubleNear(12.0 / 13, 1e-15),
                                 DoubleNear(18.0 / 13, 1e-15)));
}

TEST(SmoothingTest, ALayerWithoutWorkIsFloored) {
  const auto work = PrepareWork("work", {0, 2, 4}, {.kind = SmoothingKind::kNone});
  ASSERT_THAT(work, IsOk());
  EXPECT_THAT(*work, ElementsAre(0.05, 1, 2));
}

TEST(SmoothingTest, GaussianWeightsFallWithDistance) {
  const auto work = PrepareWork("work", {1, 0, 0}, {.kind = SmoothingKind::kGaussian, .window = 1});
  ASSERT_THAT(work, IsOk());
  const double e1 = std::exp(-0.5), e2 = std::exp(-2.0);
  const double a = 1 / (1 + e1 + e2), b = e1 / (1 + 2 * e1), c = e2 / (1 + e1 + e2);
  EXPECT_NEAR((*work)[1] / (*work)[0], b / a, 1e-14);
  EXPECT_NEAR((*work)[2] / (*work)[0], c / a, 1e-14);
}

TEST(SmoothingTest, AConstantProfileIsOneEverywhere) {
  for (SmoothingKind kind :
       {SmoothingKind::kNone, SmoothingKind::kMovingAverage, SmoothingKind::kGaussian}) {
    const auto work = PrepareWork("work", {1e300, 1e300, 1e300, 1e300}, {.kind = kind});
    ASSERT_THAT(work, IsOk());
    for (double g : *work) EXPECT_NEAR(g, 1, 1e-14);
  }
}

TEST(SmoothingTest, AWindowWiderThanTheModelAveragesEverything) {
  const auto work = PrepareWork("work", {1, 2, 6}, {.window = 99});
  ASSERT_THAT(work, IsOk());
  EXPECT_THAT(*work, ElementsAre(1, 1, 1));
}

TEST(SmoothingTest, BadInputIsRefusedByName) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(PrepareWork("work", {1, kNan}, {}), FailsOnField("work[1]"));
  EXPECT_THAT(PrepareWork("work", {1, -1}, {}), FailsOnField("work[1]"));
  EXPECT_THAT(PrepareWork("work", {0, 0}, {}), FailsOnField("work"));
  EXPECT_THAT(PrepareWork("work", {}, {}), FailsOnField("work"));
  EXPECT_THAT(PrepareWork("work", {1}, {.window = 2}), FailsOnField("window"));
  EXPECT_THAT(PrepareWork("work", {1}, {.window = 0}), FailsOnField("window"));
  EXPECT_THAT(PrepareWork("work", {1}, {.floor_share = 0}), FailsOnField("work_floor"));
}

TEST(SensitivityTest, NegativeEstimatesAreFloored) {
  const auto sensitivity = PrepareSensitivity("sensitivity", {-1, 3, 4}, 0.05);
  ASSERT_THAT(sensitivity, IsOk());
  EXPECT_THAT(*sensitivity, ElementsAre(0.05, 1.5, 2));
  EXPECT_THAT(PrepareSensitivity("sensitivity", {-1, 1}, 0.05), FailsOnField("sensitivity"));
}

}  // namespace
}  // namespace widthlab::schedule
