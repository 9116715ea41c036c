#include "services/orchestrator/core/diagnostics/correlate_series.h"

#include <cmath>
#include <limits>
#include <vector>

#include "common/numeric/random_stream.h"
#include "common/spec/canonical_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr CorrelationOptions kFew{.permutations = 199, .bootstrap_draws = 200};

v1::ProfileCorrelation Correlate(const std::vector<double>& x, const std::vector<double>& y,
                                 const CorrelationOptions& options = kFew) {
  return CorrelateSeries({"raw/shift", x}, {"lambda", y}, options);
}

std::vector<double> Walk(int layers, numeric::RandomStream& stream) {
  std::vector<double> walk(layers);
  for (int l = 0; l < layers; ++l) walk[l] = stream.Normal() + (l > 0 ? walk[l - 1] : 0);
  return walk;
}

TEST(CorrelateSeriesTest, AgreesWithFourLayersByHand) {
  // Ranks (1, 2, 3, 4) and (1, 3, 2, 4): 1 − 6·2 / (4·15) = 0.8. Of the 24 orders 8 reach |0.8|:
  // those whose Σ d² is at most 2 or at least 18 (1 + 3 on each end).
  const v1::ProfileCorrelation c = Correlate({1, 2, 4, 8}, {1, 5, 3, 9});
  EXPECT_EQ(c.profile(), "raw/shift");
  EXPECT_EQ(c.against(), "lambda");
  EXPECT_DOUBLE_EQ(c.spearman().coefficient(), 0.8);
  EXPECT_DOUBLE_EQ(c.spearman().p(), 8.0 / 24);
  EXPECT_TRUE(c.spearman().p_exact());
  EXPECT_EQ(c.spearman().pairs(), 4);
  // Differences (1, 2, 4) and (4, −2, 6): deviations (−4, −1, 5)/3 and (4, −14, 10)/3, so
  // r = 48 / √(42·312); ranks (1, 2, 3) and (2, 1, 3): 1/2, which every order of three reaches.
  EXPECT_NEAR(c.pearson_of_differences().coefficient(), 48 / std::sqrt(42.0 * 312), 1e-15);
  EXPECT_DOUBLE_EQ(c.spearman_of_differences().coefficient(), 0.5);
  EXPECT_DOUBLE_EQ(c.spearman_of_differences().p(), 1);
  EXPECT_EQ(c.spearman_of_differences().pairs(), 3);
}

TEST(CorrelateSeriesTest, AgreesWithReferenceValues) {
  // scipy.stats: spearmanr, pearsonr, and both of numpy.diff.
  const std::vector<double> x = {0.3, 1.1, -0.4, 2.2, 0.9, -1.3, 0.1, 1.7, -0.6, 0.5, 2.9, -2.0};
  const std::vector<double> y = {0.1, 0.7, 0.2, 1.1, -0.5, -0.9, 0.8, 0.4, -1.0, 1.3, 0.6, -0.3};
  const v1::ProfileCorrelation c = Correlate(x, y, {.permutations = 20000});
  EXPECT_NEAR(c.spearman().coefficient(), 0.5874125874125874, 1e-14);
  EXPECT_NEAR(c.pearson().coefficient(), 0.6012704282754509, 1e-14);
  EXPECT_NEAR(c.spearman_of_differences().coefficient(), 0.5284751751907181, 1e-14);
  EXPECT_NEAR(c.pearson_of_differences().coefficient(), 0.5591868587708333, 1e-14);
  // 0.03983 of two million orders of scipy.stats.permutation_test.
  EXPECT_NEAR(c.pearson().p(), 0.03983, 4 * std::sqrt(0.0398 * 0.96 / 20000));
  EXPECT_FALSE(c.pearson().p_exact());
}

TEST(CorrelateSeriesTest, MarksOnlyProfilesAsTheyAre) {
  const v1::ProfileCorrelation c = Correlate({1, 2, 4, 8}, {1, 5, 3, 9});
  EXPECT_EQ(c.spearman().p_note(), "not adjusted for depth trend");
  EXPECT_EQ(c.pearson().p_note(), "not adjusted for depth trend");
  EXPECT_EQ(c.spearman_of_differences().p_note(), "");
  EXPECT_EQ(c.pearson_of_differences().p_note(), "");
}

TEST(CorrelateSeriesTest, AMonotoneMapLeavesSpearmanAsItWas) {
  numeric::RandomStream stream(1, "profiles");
  const std::vector<double> x = Walk(14, stream);
  std::vector<double> mapped = x;
  for (double& value : mapped) value = std::exp(value);
  const std::vector<double> y = Walk(14, stream);
  const v1::ProfileCorrelation c = Correlate(x, y);
  const v1::ProfileCorrelation of_mapped = Correlate(mapped, y);
  EXPECT_EQ(spec::CanonicalJson(c.spearman()), spec::CanonicalJson(of_mapped.spearman()));
  EXPECT_NE(c.pearson().coefficient(), of_mapped.pearson().coefficient());
}

TEST(CorrelateSeriesTest, DriftingProfilesRejectAsTheyAreAndNotAfterDifferencing) {
  constexpr int kRepeats = 200;
  numeric::RandomStream stream(9, "profiles");
  double raw = 0;
  double differenced = 0;
  for (int i = 0; i < kRepeats; ++i) {
    const std::vector<double> x = Walk(30, stream);
    const v1::ProfileCorrelation c =
        Correlate(x, Walk(30, stream),
                  {.permutations = 99, .bootstrap_draws = 1, .seed = static_cast<uint64_t>(i)});
    raw += c.spearman().p() <= 0.05;
    differenced += c.spearman_of_differences().p() <= 0.05;
  }
  EXPECT_GT(raw / kRepeats, 0.4);
  EXPECT_NEAR(differenced / kRepeats, 0.05, 4 * std::sqrt(0.05 * 0.95 / kRepeats));
}

TEST(CorrelateSeriesTest, LeavesOutLayersThatAreNotDefinedAndTheDifferencesThatTouchThem) {
  const v1::ProfileCorrelation c = Correlate({1, 2, kNaN, 8, 9, 3}, {1, 5, 3, 9, INFINITY, 2});
  EXPECT_THAT(c.left_out(), ElementsAre(2, 4));
  EXPECT_EQ(c.spearman().pairs(), 4);
  EXPECT_DOUBLE_EQ(c.pearson().coefficient(),
                   Correlate({1, 2, 8, 3}, {1, 5, 9, 2}).pearson().coefficient());
  // Only layers 0 and 1 are neighbours.
  EXPECT_EQ(c.spearman_of_differences().pairs(), 1);
  EXPECT_THAT(c.spearman_of_differences().undefined_reason(), HasSubstr("needs 3 pairs"));
}

TEST(CorrelateSeriesTest, ConstantProfilesHaveNoCorrelationAndSayWhy) {
  const v1::ProfileCorrelation c = Correlate({2, 2, 2, 2}, {1, 5, 3, 9});
  for (const v1::Correlation* one :
       {&c.spearman(), &c.pearson(), &c.spearman_of_differences(), &c.pearson_of_differences()}) {
    EXPECT_TRUE(std::isnan(one->coefficient()));
    EXPECT_TRUE(std::isnan(one->p()));
    EXPECT_TRUE(std::isnan(one->low()));
    EXPECT_TRUE(std::isnan(one->high()));
    EXPECT_THAT(one->undefined_reason(), HasSubstr("raw/shift are equal"));
  }
}

TEST(CorrelateSeriesTest, AStraightLineHasConstantDifferencesDespiteRounding) {
  std::vector<double> line;
  for (int l = 0; l < 12; ++l) line.push_back(0.1 * l + 0.7);
  const std::vector<double> other = {1, 5, 3, 9, 2, 8, 4, 4, 7, 1, 0, 3};
  const v1::ProfileCorrelation c = Correlate(line, other);
  EXPECT_FALSE(std::isnan(c.spearman().coefficient()));
  EXPECT_TRUE(std::isnan(c.spearman_of_differences().coefficient()));
  EXPECT_THAT(c.pearson_of_differences().undefined_reason(), HasSubstr("differences of raw/shift"));
}

TEST(CorrelateSeriesTest, FewLayersAreAnsweredClearly) {
  for (int layers = 0; layers < 3; ++layers) {
    std::vector<double> x;
    for (int l = 0; l < layers; ++l) x.push_back(l);
    const v1::ProfileCorrelation c = Correlate(x, x);
    EXPECT_TRUE(std::isnan(c.spearman().coefficient()));
    EXPECT_EQ(c.spearman().pairs(), layers);
    EXPECT_THAT(c.spearman().undefined_reason(), HasSubstr("has " + std::to_string(layers)));
  }
  EXPECT_DOUBLE_EQ(Correlate({1, 2, 3}, {1, 2, 3}).spearman().p(), 2.0 / 6);
}

TEST(CorrelateSeriesTest, TheSeedAloneDecides) {
  numeric::RandomStream stream(3, "profiles");
  const std::vector<double> x = Walk(20, stream);
  const std::vector<double> y = Walk(20, stream);
  EXPECT_EQ(spec::CanonicalJson(Correlate(x, y)), spec::CanonicalJson(Correlate(x, y)));
  EXPECT_NE(
      Correlate(x, y).pearson().low(),
      Correlate(x, y, {.permutations = 199, .bootstrap_draws = 200, .seed = 1}).pearson().low());
}

}  // namespace
}  // namespace widthlab::pipeline
