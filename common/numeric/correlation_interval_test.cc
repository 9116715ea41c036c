#include "common/numeric/correlation_interval.h"

#include <cmath>
#include <vector>

#include "common/numeric/correlation.h"
#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

CorrelationInterval Interval(CorrelationFunction correlation, const std::vector<double>& x,
                             const std::vector<double>& y, int64_t draws, double level = 0.95) {
  RandomStream stream(1, "test");
  return BootstrapCorrelation(correlation, x, y, draws, level, stream);
}

const std::vector<double>& X() {
  static const auto& x =
      *new std::vector<double>{0.3, 1.1, -0.4, 2.2, 0.9, -1.3, 0.1, 1.7, -0.6, 0.5, 2.9, -2.0};
  return x;
}

const std::vector<double>& Y() {
  static const auto& y =
      *new std::vector<double>{0.1, 0.7, 0.2, 1.1, -0.5, -0.9, 0.8, 0.4, -1.0, 1.3, 0.6, -0.3};
  return y;
}

TEST(CorrelationIntervalTest, OfALineHasNoWidth) {
  const CorrelationInterval i = Interval(Pearson, {1, 2, 4, 8}, {3, 5, 9, 17}, 500);
  EXPECT_NEAR(i.low, 1, 1e-12);
  EXPECT_EQ(i.high, 1);
}

TEST(CorrelationIntervalTest, LeavesOutDrawsOfOneValue) {
  // Two pairs: half of all draws take one of them twice, the others have r = 1.
  const CorrelationInterval i = Interval(Pearson, {1, 2}, {3, 5}, 1000);
  EXPECT_DOUBLE_EQ(i.low, 1);
  EXPECT_NEAR(static_cast<double>(i.draws), 500, 4 * std::sqrt(250.0));
}

TEST(CorrelationIntervalTest, AgreesWithReferenceValues) {
  // scipy.stats.bootstrap(paired=True, method="percentile"), 60,000 draws.
  const CorrelationInterval pearson = Interval(Pearson, X(), Y(), 20000);
  EXPECT_NEAR(pearson.low, 0.2366, 0.01);
  EXPECT_NEAR(pearson.high, 0.8392, 0.01);
  const CorrelationInterval spearman = Interval(Spearman, X(), Y(), 20000);
  EXPECT_NEAR(spearman.low, 0.0355, 0.015);
  EXPECT_NEAR(spearman.high, 0.8511, 0.015);
}

TEST(CorrelationIntervalTest, OfRanksIsNotChangedByAMonotoneMap) {
  std::vector<double> mapped;
  for (double y : Y()) mapped.push_back(std::exp(3 * y));
  const CorrelationInterval i = Interval(Spearman, X(), Y(), 300);
  const CorrelationInterval same = Interval(Spearman, X(), mapped, 300);
  EXPECT_EQ(i.low, same.low);
  EXPECT_EQ(i.high, same.high);
}

TEST(CorrelationIntervalTest, AHigherLevelHoldsALowerOne) {
  const CorrelationInterval narrow = Interval(Pearson, X(), Y(), 1000, 0.5);
  const CorrelationInterval wide = Interval(Pearson, X(), Y(), 1000, 0.99);
  EXPECT_LT(wide.low, narrow.low);
  EXPECT_GT(wide.high, narrow.high);
}

TEST(CorrelationIntervalTest, IsUndefinedWhereTheCorrelationIs) {
  const CorrelationInterval i = Interval(Spearman, {1, 1, 1}, {1, 2, 3}, 100);
  EXPECT_TRUE(std::isnan(i.low));
  EXPECT_TRUE(std::isnan(i.high));
  EXPECT_EQ(i.draws, 0);
}

}  // namespace
}  // namespace widthlab::numeric
