#include "clients/cli/demo/demo_result.h"

#include <sstream>
#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using pipeline::v1::ArmComparison;

pipeline::v1::Comparison TwoArms() {
  pipeline::v1::Comparison comparison;
  for (const int seed : {1, 2}) comparison.add_seeds(seed);
  ArmComparison* arm = comparison.add_arms();
  arm->set_name("uniform");
  arm->set_schedule("5a");
  for (const int width : {128, 128, 128}) arm->add_ffn_widths(width);
  for (const double loss : {2.5, 2.75}) arm->add_validation_loss(loss);
  arm->mutable_accounts()->set_total_parameters(12345);
  arm->set_mean_validation_loss(2.625);
  arm->set_verdict(pipeline::v1::VERDICT_BASELINE);
  arm = comparison.add_arms();
  *arm = comparison.arms(0);
  arm->set_name("cosine_taper");
  arm->set_ffn_widths(0, 192);
  arm->set_ffn_widths(2, 64);
  arm->mutable_difference()->set_mean(-0.125);
  arm->set_verdict(pipeline::v1::VERDICT_NO_DIFFERENCE);
  return comparison;
}

TEST(DemoResult, PrintsExactlyTheKeysThatScriptsRelyOn) {
  DemoResult result{.report = "/d/report.html",
                    .report_artifact = "0f",
                    .reference = "1f",
                    .activations = "2f",
                    .profile = "3f",
                    .comparison = "4f",
                    .table = TwoArms()};
  result.table.mutable_arms()->DeleteSubrange(1, 1);
  EXPECT_EQ(JsonOf(result).dump(),
            R"({"report":"/d/report.html","reference":"1f","activations":"2f","profile":"3f",)"
            R"("comparison":"4f","arms":[{"name":"uniform","schedule":"5a",)"
            R"("ffn_widths":[128,128,128],"parameters":12345,"validation_loss":[2.5,2.75]}]})");
}

TEST(DemoResult, ShowsOneLineForEachArm) {
  std::ostringstream out;
  const Console console{.out = out, .err = out};
  EXPECT_EQ(
      ArmTable(console, TwoArms()),
      "arm           FFN widths  parameters  seed 1  seed 2  mean loss  difference  verdict\n"
      "uniform       128x3           12,345  2.5000  2.7500     2.6250              baseline\n"
      "cosine_taper  192 128 64      12,345  2.5000  2.7500     2.6250     -0.1250  no "
      "difference\n");
}

job::v1::Job RunOf(const std::vector<std::pair<std::string, std::string>>& steps) {
  pipeline::v1::RunMetadata metadata;
  for (const auto& [id, kind] : steps) {
    pipeline::v1::StepStatus& step = *metadata.add_steps();
    step.set_id(id);
    step.set_kind(kind);
    step.set_artifact("of " + id);
  }
  job::v1::Job run;
  run.mutable_metadata()->PackFrom(metadata);
  return run;
}

TEST(DemoResult, FindsTheArtifactsByTheKindsOfTheirSteps) {
  const absl::StatusOr<DemoResult> result = FindResults(RunOf({{"reference", "train"},
                                                               {"capture", "capture"},
                                                               {"measure", "measure"},
                                                               {"uniform", "schedule"},
                                                               {"train/uniform/1", "train"},
                                                               {"compare", "compare"},
                                                               {"report", "report"}}));
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->reference, "of reference");
  EXPECT_EQ(result->activations, "of capture");
  EXPECT_EQ(result->profile, "of measure");
  EXPECT_EQ(result->comparison, "of compare");
  EXPECT_EQ(result->report_artifact, "of report");
}

TEST(DemoResult, RefusesARunThatLacksAnArtifact) {
  EXPECT_THAT(FindResults(RunOf({{"reference", "train"}})), StatusIs(absl::StatusCode::kInternal));
}

}  // namespace
}  // namespace widthlab::cli
