#include "common/numeric/pairwise_sum.h"

#include <vector>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(PairwiseSumTest, AddsSmallSpansFromLeftToRight) {
  EXPECT_EQ(PairwiseSum({}), 0);
  EXPECT_EQ(PairwiseSum({1e16, 1.0, -1e16}), 0);
  EXPECT_EQ(PairwiseSum({1e16, -1e16, 1.0}), 1);
}

TEST(PairwiseSumTest, StaysNearTheTruthWhereALoopDrifts) {
  const std::vector<double> tenths(1000000, 0.1);
  EXPECT_NEAR(PairwiseSum(tenths), 1e5, 1e-10);
}

}  // namespace
}  // namespace widthlab::numeric
