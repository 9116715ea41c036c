#include "common/numeric/compensated_sum.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(CompensatedSumTest, BringsBackWhatALargeTermSwallows) {
  CompensatedSum sum;
  for (double x : {1.0, 1e100, 1.0, -1e100}) sum.Add(x);
  EXPECT_EQ(sum.Value(), 2.0);
}

TEST(CompensatedSumTest, AddsATenthTenMillionTimes) {
  CompensatedSum sum;
  for (int i = 0; i < 10000000; ++i) sum.Add(0.1);
  EXPECT_DOUBLE_EQ(sum.Value(), 1e6);
}

TEST(CompensatedSumTest, KeepsInfinityAndNaN) {
  CompensatedSum sum;
  sum.Add(std::numeric_limits<double>::infinity());
  sum.Add(1);
  EXPECT_EQ(sum.Value(), std::numeric_limits<double>::infinity());
  sum.Add(-std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(sum.Value()));
}

}  // namespace
}  // namespace widthlab::numeric
