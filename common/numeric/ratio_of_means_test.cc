#include "common/numeric/ratio_of_means.h"

#include <cmath>
#include <vector>

#include "common/numeric/moments.h"
#include "common/numeric/random_stream.h"
#include "common/numeric/student_t.h"
#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(RatioOfMeansTest, IsExactlyOneForEqualPairs) {
  const std::vector<double> x = {1, 2.5, 3, 1.25};
  const RatioInterval one = RatioOfMeans(x, x);
  EXPECT_EQ(one.ratio, 1);
  EXPECT_NEAR(one.low, 1, 1e-12);
  EXPECT_NEAR(one.high, 1, 1e-12);
}

TEST(RatioOfMeansTest, IsTheTIntervalOfTheMeanOverADenominatorThatDoesNotVary) {
  // Mean 3, standard error 1/√3, t(0.975, 2) = 4.302652730, all of it over 2.
  const RatioInterval half = RatioOfMeans({2, 3, 4}, {2, 2, 2});
  EXPECT_EQ(half.ratio, 1.5);
  EXPECT_NEAR(half.low, 1.5 - 4.302652730 / std::sqrt(3) / 2, 1e-8);
  EXPECT_NEAR(half.high, 1.5 + 4.302652730 / std::sqrt(3) / 2, 1e-8);
}

// What defines the ends: there y − r·x has a mean just significantly different from 0.
TEST(RatioOfMeansTest, AtItsEndsTheMeanOfTheDifferenceIsJustSignificant) {
  const std::vector<double> y = {3, 4.5, 4, 6, 5.5}, x = {2, 2.5, 2.2, 3.1, 2.4};
  const RatioInterval found = RatioOfMeans(y, x);
  for (const double r : {found.low, found.high}) {
    std::vector<double> difference;
    for (size_t i = 0; i < x.size(); ++i) difference.push_back(y[i] - r * x[i]);
    EXPECT_NEAR(std::abs(Mean(difference)) / StandardError(difference), StudentTQuantile(0.975, 4),
                1e-9);
  }
  EXPECT_LT(found.low, found.ratio);
  EXPECT_LT(found.ratio, found.high);
}

TEST(RatioOfMeansTest, FewPairsOrANoisyDenominatorHaveNoInterval) {
  EXPECT_TRUE(std::isnan(RatioOfMeans({}, {}).ratio));
  EXPECT_TRUE(std::isnan(RatioOfMeans({1, 2}, {-1, 1}).ratio));
  EXPECT_EQ(RatioOfMeans({3}, {2}).ratio, 1.5);
  EXPECT_TRUE(std::isnan(RatioOfMeans({3}, {2}).low));
  const RatioInterval noisy = RatioOfMeans({1, 2, 3}, {-5, 1, 7});
  EXPECT_EQ(noisy.ratio, 2);
  EXPECT_TRUE(std::isnan(noisy.low) && std::isnan(noisy.high));
}

TEST(RatioOfMeansTest, HoldsTheTrueRatioAsOftenAsItSays) {
  int covered = 0;
  constexpr int kSeeds = 1000;
  for (int seed = 0; seed < kSeeds; ++seed) {
    RandomStream stream(static_cast<uint64_t>(seed), "pairs");
    std::vector<double> y, x;
    for (int i = 0; i < 8; ++i) {
      const double common = stream.Normal();
      x.push_back(5 + common);
      y.push_back(10 + 2 * common + stream.Normal());
    }
    const RatioInterval found = RatioOfMeans(y, x);
    if (found.low <= 2 && 2 <= found.high) ++covered;
  }
  // 3 standard deviations of a binomial are 21.
  EXPECT_NEAR(covered, 0.95 * kSeeds, 21);
}

}  // namespace
}  // namespace widthlab::numeric
