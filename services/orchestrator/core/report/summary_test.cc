#include "services/orchestrator/core/report/summary.h"

#include <cmath>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Arms "a" (the baseline), "b", ... with these mean losses and verdicts, three seeds each.
struct MadeArm {
  double loss;
  v1::Verdict verdict;
};

v1::Comparison Compared(const std::vector<MadeArm>& arms, int seeds = 3) {
  v1::Comparison comparison;
  comparison.set_baseline("a");
  comparison.set_alpha(0.05);
  for (int s = 0; s < seeds; ++s) comparison.add_seeds(s + 1);
  for (size_t i = 0; i < arms.size(); ++i) {
    v1::ArmComparison& arm = *comparison.add_arms();
    arm.set_name(std::string(1, static_cast<char>('a' + i)));
    arm.set_mean_validation_loss(arms[i].loss);
    arm.set_verdict(arms[i].verdict);
    arm.mutable_accounts()->set_total_parameters(1000);
    arm.set_training_tokens(5000);
    if (i == 0) continue;
    v1::PairedDifference& d = *arm.mutable_difference();
    d.set_mean(arms[i].loss - arms[0].loss);
    for (int s = 0; s < seeds; ++s) d.add_differences(d.mean());
    d.set_standard_deviation(0.01);
    d.mutable_interval()->set_low(d.mean() - 0.25);
    d.mutable_interval()->set_high(d.mean() + 0.25);
    d.set_adjusted_p(0.2);
    d.set_better_count(d.mean() < 0 ? seeds : 0);
    d.set_minimum_detectable_effect_adjusted(0.125);
  }
  return comparison;
}

constexpr v1::Verdict kBase = v1::VERDICT_BASELINE;
constexpr v1::Verdict kBetter = v1::VERDICT_BETTER;
constexpr v1::Verdict kWorse = v1::VERDICT_WORSE;
constexpr v1::Verdict kUnclear = v1::VERDICT_INCONCLUSIVE;
constexpr v1::Verdict kEqual = v1::VERDICT_NO_DIFFERENCE;

TEST(SummaryTest, ALowerMeanAloneIsNoWin) {
  const Summary summary = Summarise(Compared({{2, kBase}, {1.5, kUnclear}, {2.5, kWorse}}));
  EXPECT_EQ(summary.headline, "Inconclusive: no arm is shown to beat a");
  EXPECT_EQ(summary.verdict, kUnclear);
  ASSERT_EQ(summary.lines.size(), 6u);
  EXPECT_THAT(summary.lines[0].answer, StartsWith("None is shown to. b has the lowest mean loss"));
  EXPECT_EQ(
      summary.lines[1].answer,
      "The loss of b is 0.5000 nats per token lower than that of a (25 %); 95 % interval from "
      "0.7500 lower to 0.2500 lower.");
  EXPECT_THAT(summary.lines[2].answer, StartsWith("Not yet: "));
  EXPECT_THAT(summary.lines[3].answer,
              StartsWith("3 seeds each. Of b a true difference of 0.1250 nats"));
  EXPECT_THAT(summary.lines[4].answer, StartsWith("Yes: every arm has 1"));
}

TEST(SummaryTest, AWinnerIsTheBestOfThoseFoundBetter) {
  // "d" has the lowest mean, but only "b" and "c" were found better.
  const Summary summary =
      Summarise(Compared({{2, kBase}, {1.75, kBetter}, {1.5, kBetter}, {1.25, kUnclear}}));
  EXPECT_EQ(summary.headline, "2 arms beat a; c by most");
  EXPECT_EQ(summary.verdict, kBetter);
  EXPECT_THAT(summary.lines[0].answer, HasSubstr("d has a lower mean loss, but not shown"));
  EXPECT_THAT(summary.lines[2].answer, StartsWith("Yes: chance alone seldom gives this (p = 0.2"));
  EXPECT_EQ(Summarise(Compared({{2, kBase}, {1.5, kBetter}})).headline, "b beats a");
}

TEST(SummaryTest, TheBaselineCanWin) {
  const Summary summary = Summarise(Compared({{2, kBase}, {2.5, kWorse}, {2.25, kWorse}}));
  EXPECT_EQ(summary.headline, "a, the baseline, beats every other arm");
  EXPECT_THAT(summary.lines[1].answer, StartsWith("The loss of c is 0.2500 nats per token higher"));
  EXPECT_THAT(summary.lines[2].answer, StartsWith("Yes: c is worse"));
}

TEST(SummaryTest, ADifferenceTooSmallToMatterIsSaid) {
  v1::Comparison comparison = Compared({{2, kBase}, {2, kEqual}});
  comparison.set_negligible_difference(0.3);
  const Summary summary = Summarise(comparison);
  EXPECT_EQ(summary.headline, "No arm beats a: the rest differs too little to matter");
  EXPECT_THAT(summary.lines[2].answer, HasSubstr("within 0.3 nats"));
}

TEST(SummaryTest, FewSeedsAreNeverBelieved) {
  v1::Comparison comparison = Compared({{2, kBase}, {1.5, kUnclear}}, 1);
  comparison.mutable_arms(1)->mutable_difference()->mutable_interval()->set_low(kNan);
  comparison.mutable_arms(1)->mutable_difference()->set_minimum_detectable_effect_adjusted(kNan);
  const Summary summary = Summarise(comparison);
  EXPECT_THAT(summary.lines[1].answer, HasSubstr("no interval"));
  EXPECT_EQ(summary.lines[2].answer,
            "No: 1 seed cannot tell an effect from chance. It takes at least three.");
  EXPECT_THAT(summary.lines[3].answer, HasSubstr("cannot be said"));
}

TEST(SummaryTest, UnequalArmsAreNotFair) {
  v1::Comparison comparison = Compared({{2, kBase}, {1.5, kBetter}});
  comparison.mutable_arms(1)->mutable_accounts()->set_total_parameters(1004);
  EXPECT_THAT(Summarise(comparison).lines[4].answer,
              StartsWith("Yes: parameters are equal within 0.4 %"));
  comparison.mutable_arms(1)->mutable_accounts()->set_total_parameters(900);
  EXPECT_THAT(Summarise(comparison).lines[4].answer, StartsWith("No: b has 10 % fewer parameters"));
  comparison.mutable_arms(1)->mutable_accounts()->set_total_parameters(1000);
  comparison.mutable_arms(1)->set_training_tokens(6000);
  EXPECT_THAT(Summarise(comparison).lines[4].answer, HasSubstr("different numbers of tokens"));
  comparison.mutable_arms(1)->mutable_accounts()->set_total_parameters(0);
  EXPECT_THAT(Summarise(comparison).lines[4].answer, StartsWith("Unknown: "));
}

TEST(SummaryTest, TheSizeOfTheRunsIsSaid) {
  // 5000 tokens for 1000 parameters.
  v1::Comparison comparison = Compared({{2, kBase}, {1.5, kBetter}});
  const Summary summary = Summarise(comparison, {.steps = 200, .text = "novels"});
  EXPECT_EQ(summary.lines[5].question, "How large was it?");
  EXPECT_THAT(summary.lines[5].answer, HasSubstr("in 200 steps from the text novels, 5 per "));
  EXPECT_THAT(summary.lines[4].answer, HasSubstr("seed. But small: 5 tokens per parameter."));
  EXPECT_THAT(Summarise(comparison).lines[5].answer, HasSubstr("000 tokens, 5 per parameter."));
  for (v1::ArmComparison& arm : *comparison.mutable_arms()) arm.set_training_tokens(20000);
  EXPECT_THAT(Summarise(comparison).lines[4].answer, Not(HasSubstr("small")));
  for (v1::ArmComparison& arm : *comparison.mutable_arms()) arm.set_training_tokens(0);
  EXPECT_EQ(Summarise(comparison).lines.size(), 5u);
}

TEST(SummaryTest, OneArmIsNotCompared) {
  const Summary summary = Summarise(Compared({{2, kBase}}));
  EXPECT_EQ(summary.headline, "One arm, a: nothing to compare");
  EXPECT_EQ(summary.verdict, kBase);
  EXPECT_EQ(Summarise({}).headline, "Nothing to compare");
}

TEST(SummaryTest, ALossThatIsNoNumberWinsNothing) {
  const Summary summary = Summarise(Compared({{2, kBase}, {kNan, kUnclear}}));
  EXPECT_EQ(summary.headline, "Inconclusive: no arm is shown to beat a");
  EXPECT_THAT(summary.lines[1].answer, StartsWith("Not defined"));
  EXPECT_EQ(summary.lines[2].answer, "No: a loss is not a number.");
}

}  // namespace
}  // namespace widthlab::pipeline
