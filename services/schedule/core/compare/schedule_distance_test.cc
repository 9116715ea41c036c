#include "services/schedule/core/compare/schedule_distance.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::HasSubstr;

TEST(ScheduleDistanceTest, TwoLayersByHand) {
  const WidthDistance d = DistanceOf({3, 1}, {1, 3});
  EXPECT_EQ(d.mean_difference, 2);
  EXPECT_EQ(d.largest_difference, 2);
  EXPECT_EQ(d.moved_share, 0.5);
  EXPECT_NEAR(d.pearson, -1, 1e-15);
  EXPECT_NEAR(d.spearman, -1, 1e-15);
}

TEST(ScheduleDistanceTest, AScheduleIsNowhereFromItself) {
  const WidthDistance d = DistanceOf({64, 128, 64}, {64, 128, 64});
  EXPECT_EQ(d.mean_difference, 0);
  EXPECT_EQ(d.moved_share, 0);
  EXPECT_NEAR(d.pearson, 1, 1e-15);
}

TEST(ScheduleDistanceTest, ShapesOfAnotherBudgetMoveNothing) {
  const WidthDistance d = DistanceOf({64, 128}, {128, 256});
  EXPECT_EQ(d.moved_share, 0);
  EXPECT_EQ(d.mean_difference, 96);
}

TEST(ScheduleDistanceTest, AFlatScheduleHasNoCorrelation) {
  const WidthDistance d = DistanceOf({64, 64}, {32, 96});
  EXPECT_TRUE(std::isnan(d.pearson));
  EXPECT_EQ(d.moved_share, 0.25);
}

TEST(ScheduleDistanceTest, OtherDepthsAreNotCompared) {
  const WidthDistance d = DistanceOf({64, 64}, {64});
  EXPECT_THAT(d.undefined_reason, HasSubstr("2 and 1 layers"));
  EXPECT_TRUE(std::isnan(d.mean_difference));
}

}  // namespace
}  // namespace widthlab::schedule
