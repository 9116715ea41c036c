#include "services/orchestrator/core/comparison/compare_runs.h"

#include <cmath>
#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

RunRecord Trained(uint64_t seed, std::vector<int32_t> widths, double loss) {
  RunRecord run;
  run.result.set_seed(seed);
  run.result.mutable_architecture()->set_layers(2);
  run.result.mutable_architecture()->set_ffn_width(64);
  run.result.mutable_architecture()->mutable_ffn_widths()->Assign(widths.begin(), widths.end());
  run.result.set_validation_loss(loss);
  run.result.set_tokens(1000);
  for (const char* name : {"a.txt", "b.txt"}) {
    auto& document = *run.result.add_validation_documents();
    document.set_document(name);
    document.set_tokens(10);
    document.set_loss(loss);
  }
  run.spec.emplace().set_seed(seed);
  run.spec->set_steps(5);
  return run;
}

v1::CompareSpec Spec(const std::vector<std::string>& arms, const std::vector<uint64_t>& seeds) {
  v1::CompareSpec spec;
  for (const std::string& name : arms) {
    v1::ArmSpec& arm = *spec.add_arms();
    arm.set_name(name);
    for (uint64_t seed : seeds) arm.add_runs(name + "-" + std::to_string(seed));
  }
  spec.mutable_seeds()->Assign(seeds.begin(), seeds.end());
  spec.set_alpha(0.05);
  spec.set_bootstrap_draws(200);
  return spec;
}

std::vector<ArmRecord> ThreeSeeds() {
  return {{{Trained(1, {}, 2.0), Trained(2, {}, 2.1), Trained(3, {}, 1.9)}},
          {{Trained(1, {96, 32}, 1.9), Trained(2, {96, 32}, 2.0), Trained(3, {96, 32}, 1.8)}}};
}

TEST(CompareRunsTest, ComparesEveryArmWithTheFirst) {
  const auto comparison = CompareRuns(Spec({"uniform", "taper"}, {1, 2, 3}), ThreeSeeds());
  ASSERT_THAT(comparison, IsOk());
  EXPECT_EQ(comparison->baseline(), "uniform");
  EXPECT_EQ(comparison->metric(), "final validation loss");
  ASSERT_EQ(comparison->arms_size(), 2);
  EXPECT_EQ(comparison->arms(0).verdict(), v1::VERDICT_BASELINE);
  EXPECT_FALSE(comparison->arms(0).has_difference());
  const v1::ArmComparison& taper = comparison->arms(1);
  EXPECT_NEAR(taper.difference().mean(), -0.1, 1e-12);
  EXPECT_EQ(taper.verdict(), v1::VERDICT_BETTER);
  EXPECT_NEAR(taper.difference().document_interval().low(), -0.1, 1e-12);
  EXPECT_THAT(taper.ffn_widths(), ElementsAre(96, 32));
  EXPECT_THAT(taper.validation_loss(), ElementsAre(1.9, 2.0, 1.8));
}

TEST(CompareRunsTest, ListsTheWidthsOfAUniformModelToo) {
  const auto comparison = CompareRuns(Spec({"uniform", "taper"}, {1, 2, 3}), ThreeSeeds());
  ASSERT_THAT(comparison, IsOk());
  EXPECT_THAT(comparison->arms(0).ffn_widths(), ElementsAre(64, 64));
}

TEST(CompareRunsTest, TakesABaselineAlone) {
  const auto comparison = CompareRuns(Spec({"uniform"}, {1}), {{{Trained(1, {}, 2.0)}}});
  ASSERT_THAT(comparison, IsOk());
  EXPECT_EQ(comparison->arms_size(), 1);
}

TEST(CompareRunsTest, RefusesRunsInTheWrongPlace) {
  std::vector<ArmRecord> arms = ThreeSeeds();
  std::swap(arms[1].runs[0], arms[1].runs[1]);
  const auto comparison = CompareRuns(Spec({"uniform", "taper"}, {1, 2, 3}), arms);
  EXPECT_THAT(comparison, AllOf(StatusIs(absl::StatusCode::kInvalidArgument,
                                         HasSubstr("seed 2, but stands in the place of seed 1")),
                                FailsOnField("arms[1].runs[0]")));
}

TEST(CompareRunsTest, RefusesOtherHeldOutDocuments) {
  std::vector<ArmRecord> arms = ThreeSeeds();
  arms[1].runs[2].result.mutable_validation_documents(1)->set_tokens(9);
  EXPECT_THAT(CompareRuns(Spec({"uniform", "taper"}, {1, 2, 3}), arms),
              FailsOnField("arms[1].runs[2]"));
}

TEST(CompareRunsTest, RefusesOtherTrainingOptions) {
  std::vector<ArmRecord> arms = ThreeSeeds();
  arms[1].runs[1].spec->set_steps(6);
  EXPECT_THAT(CompareRuns(Spec({"uniform", "taper"}, {1, 2, 3}), arms),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("another steps")));
}

TEST(CompareRunsTest, RefusesAnArmOfTwoWidths) {
  std::vector<ArmRecord> arms = ThreeSeeds();
  arms[1].runs[1].result.mutable_architecture()->set_ffn_widths(0, 64);
  EXPECT_THAT(CompareRuns(Spec({"uniform", "taper"}, {1, 2, 3}), arms),
              FailsOnField("arms[1].runs[1]"));
}

}  // namespace
}  // namespace widthlab::pipeline
