#include "services/orchestrator/core/diagnostics/relative_depth.h"

#include <cmath>
#include <limits>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::ElementsAre;

TEST(RelativeDepthTest, ReadsStraightBetweenLayers) {
  EXPECT_THAT(AtRelativeDepth({0, 10, 40, 50, 60}, 3), ElementsAre(0, 40, 60));
  EXPECT_THAT(AtRelativeDepth({0, 10, 40, 50}, 3), ElementsAre(0, 25, 50));
  // p = 0, 5/3, 10/3, 5.
  EXPECT_THAT(AtRelativeDepth({0, 3, 9, 12, 0, 6}, 4),
              ElementsAre(0, testing::DoubleEq(7), testing::DoubleEq(8), 6));
}

TEST(RelativeDepthTest, EqualDepthGivesTheValuesBack) {
  const std::vector<double> values = {0.1, 0.7, -0.3, 11.5, 2.25, 0.3, 9, 1e-9, 4.75};
  EXPECT_EQ(AtRelativeDepth(values, 9), values);
}

TEST(RelativeDepthTest, KeepsTheEndsOfAnyDepth) {
  for (int layers = 2; layers <= 40; ++layers) {
    std::vector<double> values(layers, 5.0);
    values.front() = 0.1;
    values.back() = 0.3;
    for (int points = 2; points <= layers; ++points) {
      const std::vector<double> read = AtRelativeDepth(values, points);
      EXPECT_EQ(read.front(), 0.1);
      EXPECT_EQ(read.back(), 0.3);
    }
  }
}

TEST(RelativeDepthTest, AStraightLineStaysOne) {
  std::vector<double> line;
  for (int l = 0; l < 30; ++l) line.push_back(l / 29.0);
  const std::vector<double> read = AtRelativeDepth(line, 12);
  for (int l = 0; l < 12; ++l) EXPECT_NEAR(read[l], l / 11.0, 1e-15);
}

TEST(RelativeDepthTest, IsUndefinedOnlyWhereAValueThatCountsIs) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> read = AtRelativeDepth({1, nan, 3, 4, 5}, 3);
  EXPECT_THAT(read, ElementsAre(1, 3, 5));
  EXPECT_TRUE(std::isnan(AtRelativeDepth({1, nan, 3, 4}, 3)[1]));
}

TEST(RelativeDepthTest, OneLayerIsReadAtDepthZero) {
  EXPECT_THAT(AtRelativeDepth({7, 8, 9}, 1), ElementsAre(7));
  EXPECT_THAT(AtRelativeDepth({7}, 1), ElementsAre(7));
}

}  // namespace
}  // namespace widthlab::pipeline
