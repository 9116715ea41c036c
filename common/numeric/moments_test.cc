#include "common/numeric/moments.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(MomentsTest, GivesMeanDeviationAndErrorOfASmallSample) {
  EXPECT_EQ(Mean({2, 4, 4, 6}), 4);
  EXPECT_DOUBLE_EQ(StandardDeviation({2, 4, 4, 6}), std::sqrt(8.0 / 3));
  EXPECT_DOUBLE_EQ(StandardError({2, 4, 4, 6}), std::sqrt(8.0 / 3) / 2);
}

TEST(MomentsTest, IsUndefinedWithoutEnoughValues) {
  EXPECT_TRUE(std::isnan(Mean({})));
  EXPECT_EQ(Mean({3}), 3);
  EXPECT_TRUE(std::isnan(StandardDeviation({3})));
  EXPECT_TRUE(std::isnan(StandardError({3})));
}

TEST(MomentsTest, LosesNothingToALargeMean) {
  EXPECT_DOUBLE_EQ(StandardDeviation({1e9 + 1, 1e9 + 2, 1e9 + 3}), 1);
}

}  // namespace
}  // namespace widthlab::numeric
