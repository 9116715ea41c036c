#include "services/orchestrator/core/comparison/verdict.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/comparison/paired_difference.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

v1::PairedDifference Differences(const std::vector<double>& values) {
  v1::PairedDifference d =
      PairDifferences(std::vector<double>(values.size(), 0.0), values, {.arms = 1});
  AdjustForFamily({&d});
  return d;
}

const VerdictRule kRule{.alpha = 0.05, .negligible_difference = 0.01, .baseline = "uniform"};

TEST(VerdictTest, IsBetterOrWorseWhereTheAdjustedPIsSmall) {
  const Judgement better = Judge(Differences({-0.10, -0.11, -0.09, -0.10}), kRule);
  EXPECT_EQ(better.verdict, v1::VERDICT_BETTER);
  EXPECT_THAT(better.text, StartsWith("better: 0.1000 nats below uniform on average"));
  EXPECT_EQ(Judge(Differences({0.10, 0.11, 0.09, 0.10}), kRule).verdict, v1::VERDICT_WORSE);
}

TEST(VerdictTest, LooksAtTheAdjustedPOnly) {
  v1::PairedDifference d = Differences({-0.10, -0.11, -0.09, -0.10});
  d.set_adjusted_p(0.06);
  EXPECT_EQ(Judge(d, kRule).verdict, v1::VERDICT_INCONCLUSIVE);
}

TEST(VerdictTest, ClaimsNoDifferenceOnlyWithinTheBoundSetBeforehand) {
  const v1::PairedDifference d = Differences({0.001, -0.001, 0.002, -0.002});
  const Judgement judgement = Judge(d, kRule);
  EXPECT_EQ(judgement.verdict, v1::VERDICT_NO_DIFFERENCE);
  EXPECT_THAT(judgement.text, StartsWith("no difference beyond 0.01 nats"));
  VerdictRule without = kRule;
  without.negligible_difference.reset();
  EXPECT_EQ(Judge(d, without).verdict, v1::VERDICT_INCONCLUSIVE);
}

TEST(VerdictTest, IsInconclusiveUnderThreeSeedsWhateverTheP) {
  v1::PairedDifference d = Differences({-0.5, -0.5});
  d.set_adjusted_p(0);
  const Judgement two = Judge(d, kRule);
  EXPECT_EQ(two.verdict, v1::VERDICT_INCONCLUSIVE);
  EXPECT_THAT(two.text, HasSubstr("2 seeds cannot tell"));
  const Judgement one = Judge(Differences({0.25}), kRule);
  EXPECT_EQ(one.verdict, v1::VERDICT_INCONCLUSIVE);
  EXPECT_THAT(one.text, HasSubstr("1 seed cannot tell"));
}

TEST(VerdictTest, SaysWhenAnArmIsTheBaselineInAllButName) {
  EXPECT_THAT(Judge(Differences({0, 0, 0}), {.baseline = "uniform"}).text,
              HasSubstr("the same loss as uniform in every seed"));
}

TEST(VerdictTest, SaysWhatWouldHaveBeenFound) {
  const Judgement judgement = Judge(Differences({0.05, -0.04, 0.03}), kRule);
  EXPECT_EQ(judgement.verdict, v1::VERDICT_INCONCLUSIVE);
  EXPECT_THAT(judgement.text, HasSubstr("would have been found"));
}

}  // namespace
}  // namespace widthlab::pipeline
