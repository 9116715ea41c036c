#include "clients/cli/demo/profile_result.h"

#include <sstream>
#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void Add(pipeline::v1::RunMetadata& run, const char* id, const char* kind, const char* artifact) {
  pipeline::v1::StepStatus& step = *run.add_steps();
  step.set_id(id);
  step.set_kind(kind);
  step.set_artifact(artifact);
}

job::v1::Job FinishedRun(bool with_report) {
  pipeline::v1::RunMetadata run;
  Add(run, "profile", "measure", "p1");
  Add(run, "schedule/uniform", "schedule", "s1");
  Add(run, "schedule/sensitivity_only", "schedule", "");
  run.mutable_steps(2)->set_problem("sensitivity has no layer above 0");
  if (with_report) Add(run, "report", "report", "r1");
  job::v1::Job job;
  job.mutable_metadata()->PackFrom(run);
  return job;
}

TEST(ProfileResult, HasWhatEveryStepMadeAndWhatItDidNot) {
  absl::StatusOr<ProfileResult> result = FindProfileResults(FinishedRun(true));
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->artifacts.at("profile"), "p1");
  EXPECT_THAT(result->report_steps, ElementsAre("report"));
  EXPECT_THAT(result->schedule_steps, ElementsAre("schedule/uniform"));
  result->schedules["schedule/uniform"].add_ffn_widths(64);
  std::ostringstream out;
  const std::string text = ProfileText({.out = out, .err = out}, *result);
  EXPECT_THAT(text, HasSubstr("schedule/uniform"));
  EXPECT_THAT(text, HasSubstr("schedule/sensitivity_only was not made: sensitivity has no layer"));
  const Json json = JsonOf(*result);
  EXPECT_EQ(json["schedules"][0]["ffn_widths"][0], 64);
  EXPECT_EQ(json["problems"].size(), 1u);
}

TEST(ProfileResult, NeedsAPage) {
  EXPECT_THAT(FindProfileResults(FinishedRun(false)), StatusIs(absl::StatusCode::kInternal));
}

TEST(ProfileResult, PagesOfSeveralModelsAreFilesOfOneFolder) {
  EXPECT_EQ(PageFileOf("report"), "report.html");
  EXPECT_EQ(PageFileOf("model2/report"), "model2-report.html");
}

}  // namespace
}  // namespace widthlab::cli
