#include "common/numeric/quantile.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(QuantileTest, IsStraightBetweenOrderStatistics) {
  EXPECT_EQ(Quantile({1, 2, 4, 8}, 0), 1);
  EXPECT_EQ(Quantile({1, 2, 4, 8}, 1), 8);
  EXPECT_DOUBLE_EQ(Quantile({1, 2, 4, 8}, 0.5), 3);
  // numpy.quantile([1, 2, 4, 8], 0.9)
  EXPECT_DOUBLE_EQ(Quantile({1, 2, 4, 8}, 0.9), 6.8);
}

TEST(QuantileTest, OfOneValueIsThatValueAndOfNoneIsUndefined) {
  EXPECT_EQ(Quantile({3}, 0.3), 3);
  EXPECT_TRUE(std::isnan(Quantile({}, 0.5)));
}

}  // namespace
}  // namespace widthlab::numeric
