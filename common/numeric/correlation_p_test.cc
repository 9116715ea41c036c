#include "common/numeric/correlation_p.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/numeric/correlation.h"
#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

double P(const std::vector<double>& x, const std::vector<double>& y, int64_t draws = 999,
         uint64_t seed = 0) {
  RandomStream stream(seed, "test");
  return CorrelationPValue(x, y, draws, stream).p;
}

std::vector<double> Normals(int count, RandomStream& stream) {
  std::vector<double> values(count);
  for (double& value : values) value = stream.Normal();
  return values;
}

std::vector<double> Walk(int count, RandomStream& stream) {
  std::vector<double> walk = Normals(count, stream);
  for (int i = 1; i < count; ++i) walk[i] += walk[i - 1];
  return walk;
}

std::vector<double> Steps(const std::vector<double>& walk) {
  std::vector<double> steps;
  for (size_t i = 1; i < walk.size(); ++i) steps.push_back(walk[i] - walk[i - 1]);
  return steps;
}

TEST(CorrelationPTest, CountsOrdersByHand) {
  // Of the 6 orders of (1, 2, 3) two have |r| = 1 and four have |r| = 1/2.
  EXPECT_DOUBLE_EQ(P({1, 2, 3}, {2, 4, 6}), 2.0 / 6);
  EXPECT_DOUBLE_EQ(P({1, 2, 3}, {1, 3, 2}), 1);
  // (0, 0, 0, 1) against itself: the ones meet in 6 of 24 orders, and elsewhere |r| = 1/3.
  EXPECT_DOUBLE_EQ(P({0, 0, 0, 1}, {0, 0, 0, 1}), 6.0 / 24);
}

TEST(CorrelationPTest, AgreesWithReferenceValues) {
  // scipy.stats.permutation_test of |r|, permutation_type="pairings", all 5040 and 720 orders.
  const std::vector<double> x = {3.1, 1.2, 4.7, 1.9, 5.5, 2.6, 8.3};
  const std::vector<double> y = {2.0, 0.5, 3.9, 4.1, 3.0, 1.1, 6.2};
  EXPECT_DOUBLE_EQ(P(x, y), 0.03531746031746032);
  EXPECT_DOUBLE_EQ(P(Ranks(x), Ranks(y)), 0.16666666666666666);
  const std::vector<double> tied = {1, 2, 2, 4, 5, 5};
  const std::vector<double> other = {5, 3, 4, 1, 1, 2};
  EXPECT_DOUBLE_EQ(P(tied, other), 0.03333333333333333);
  EXPECT_DOUBLE_EQ(P(Ranks(tied), Ranks(other)), 0.06111111111111111);
}

TEST(CorrelationPTest, DrawsComeCloseToAllOrders) {
  const std::vector<double> x = {0.3, 1.1, -0.4, 2.2, 0.9, -1.3, 0.1, 1.7, -0.6, 0.5, 2.9, -2.0};
  const std::vector<double> y = {0.1, 0.7, 0.2, 1.1, -0.5, -0.9, 0.8, 0.4, -1.0, 1.3, 0.6, -0.3};
  RandomStream stream(3, "test");
  const CorrelationP p = CorrelationPValue(x, y, 40000, stream);
  EXPECT_EQ(p.orders, 40000);
  EXPECT_FALSE(p.exact);
  // 0.03983 ± 0.00014 from two million orders of scipy.stats.permutation_test; four standard
  // errors.
  EXPECT_NEAR(p.p, 0.03983, 4 * std::sqrt(0.0398 * 0.96 / 40000));
}

TEST(CorrelationPTest, DrawsNeverGiveZero) {
  std::vector<double> line(40);
  for (size_t i = 0; i < line.size(); ++i) line[i] = static_cast<double>(i);
  EXPECT_DOUBLE_EQ(P(line, line, 99), 0.01);
}

TEST(CorrelationPTest, AllOrdersTogetherAreUniform) {
  // Under the null every order of y is equally likely; then P(p ≤ t) = t for every p that occurs.
  const std::vector<double> x = {0.2, 1.3, -0.7, 2.9, 0.4};
  std::vector<double> y = {-1.1, 0.3, 0.8, 1.9, 4.0};
  std::vector<double> all;
  do {
    all.push_back(P(x, y));
  } while (std::next_permutation(y.begin(), y.end()));
  ASSERT_EQ(all.size(), 120u);
  std::sort(all.begin(), all.end());
  for (double p : all) {
    const auto below = std::upper_bound(all.begin(), all.end(), p + 1e-9) - all.begin();
    EXPECT_NEAR(static_cast<double>(below) / 120, p, 1e-12);
  }
}

TEST(CorrelationPTest, DrawnPsAreUniformUnderTheNull) {
  constexpr int kRepeats = 1500;
  RandomStream data(11, "independent");
  double below_tenth = 0;
  double below_half = 0;
  for (int i = 0; i < kRepeats; ++i) {
    const std::vector<double> x = Normals(12, data);
    const double p = P(x, Normals(12, data), 199, static_cast<uint64_t>(i));
    below_tenth += p <= 0.1;
    below_half += p <= 0.5;
  }
  // With 199 draws both levels are attained, so the shares are exactly these; 4 standard errors.
  EXPECT_NEAR(below_tenth / kRepeats, 0.1, 4 * std::sqrt(0.1 * 0.9 / kRepeats));
  EXPECT_NEAR(below_half / kRepeats, 0.5, 4 * std::sqrt(0.25 / kRepeats));
}

TEST(CorrelationPTest, IndependentRandomWalksRejectUntilTheyAreDifferenced) {
  constexpr int kRepeats = 400;
  RandomStream data(5, "walks");
  double raw = 0;
  double differenced = 0;
  for (int i = 0; i < kRepeats; ++i) {
    const std::vector<double> x = Walk(30, data);
    const std::vector<double> y = Walk(30, data);
    raw += P(Ranks(x), Ranks(y), 199, static_cast<uint64_t>(i)) <= 0.05;
    differenced += P(Ranks(Steps(x)), Ranks(Steps(y)), 199, static_cast<uint64_t>(i)) <= 0.05;
  }
  EXPECT_GT(raw / kRepeats, 0.45);
  EXPECT_LT(raw / kRepeats, 0.75);
  EXPECT_NEAR(differenced / kRepeats, 0.05, 4 * std::sqrt(0.05 * 0.95 / kRepeats));
}

TEST(CorrelationPTest, IsTheSameTurnedRoundShiftedScaledAndSwapped) {
  const std::vector<double> x = {3.1, 1.2, 4.7, 1.9, 5.5, 2.6};
  const std::vector<double> y = {2.0, 0.5, 3.9, 4.1, 3.0, 1.1};
  std::vector<double> changed;
  for (double value : y) changed.push_back(7 - 1e6 * value);
  EXPECT_EQ(P(x, y), P(x, changed));
  EXPECT_EQ(P(x, y), P(y, x));
}

TEST(CorrelationPTest, DependsOnSeedAndNameAlone) {
  RandomStream data(2, "data");
  const std::vector<double> x = Normals(20, data);
  const std::vector<double> y = Normals(20, data);
  EXPECT_EQ(P(x, y, 999, 4), P(x, y, 999, 4));
  EXPECT_NE(P(x, y, 999, 4), P(x, y, 999, 5));
}

TEST(CorrelationPTest, IsUndefinedWhereTheCorrelationIs) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  RandomStream stream(0, "test");
  for (const std::vector<double>& x :
       {std::vector<double>{1, 1, 1}, {1, nan, 2}, {1, INFINITY, 2}}) {
    const CorrelationP p = CorrelationPValue(x, {1, 2, 3}, 99, stream);
    EXPECT_TRUE(std::isnan(p.p));
    EXPECT_EQ(p.orders, 0);
  }
  EXPECT_TRUE(std::isnan(P({1}, {1})));
}

}  // namespace
}  // namespace widthlab::numeric
