#include "common/numeric/correlation.h"

#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(CorrelationTest, RanksShareTheMeanAmongTies) {
  EXPECT_EQ(Ranks({30, 10, 20, 10}), (std::vector<double>{4, 1.5, 3, 1.5}));
  EXPECT_TRUE(Ranks({}).empty());
}

TEST(CorrelationTest, PearsonOfALineIsOne) {
  EXPECT_DOUBLE_EQ(Pearson({1, 2, 4}, {3, 5, 9}), 1);
  EXPECT_DOUBLE_EQ(Pearson({1, 2, 4}, {-3, -5, -9}), -1);
  // By hand: centred (-1, 0, 1) and (-1, 1, 0), so 1/2.
  EXPECT_DOUBLE_EQ(Pearson({1, 2, 3}, {1, 3, 2}), 0.5);
}

TEST(CorrelationTest, SpearmanSeesOnlyTheOrder) {
  EXPECT_DOUBLE_EQ(Spearman({1, 2, 3, 4}, {1, 10, 100, 1e6}), 1);
  // scipy.stats.spearmanr
  EXPECT_NEAR(Spearman({1, 2, 2, 4, 5}, {5, 3, 4, 1, 1}), -0.9473684210526316, 1e-15);
}

TEST(CorrelationTest, IsUndefinedForConstantOrMissingValues) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(Pearson({1, 1, 1}, {1, 2, 3})));
  EXPECT_TRUE(std::isnan(Spearman({1}, {1})));
  EXPECT_TRUE(std::isnan(Spearman({}, {})));
  EXPECT_TRUE(std::isnan(Spearman({1, 2, nan}, {1, 2, 3})));
}

TEST(CorrelationTest, SurvivesHugeAndTinyValues) {
  EXPECT_DOUBLE_EQ(Pearson({1e300, 2e300, 4e300}, {1e-300, 2e-300, 4e-300}), 1);
}

}  // namespace
}  // namespace widthlab::numeric
