#include "clients/cli/progress_view.h"

#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::cli {
namespace {

using job::v1::Job;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ProgressViewTest : public testing::Test {
 protected:
  // A run of two steps, the first at `done` of 200.
  static Job Run(job::v1::JobState first, int done, job::v1::JobState second) {
    pipeline::v1::RunMetadata metadata;
    pipeline::v1::StepStatus* step = metadata.add_steps();
    step->set_id("reference");
    step->set_state(first);
    step->mutable_progress()->set_stage("training");
    step->mutable_progress()->set_done(done);
    step->mutable_progress()->set_total(200);
    step->mutable_progress()->set_unit("steps");
    step->mutable_progress()->set_rate(12.5);
    step->mutable_progress()->set_eta_seconds(10);
    if (first == job::v1::JOB_STATE_SUCCEEDED) step->set_artifact("3fa9c1e2d0b7ffff");
    step = metadata.add_steps();
    step->set_id("capture");
    step->set_state(second);
    Job job;
    job.set_name("jobs/pipeline-1");
    job.set_state(job::v1::JOB_STATE_RUNNING);
    job.mutable_metadata()->PackFrom(metadata);
    return job;
  }

  std::string Take() {
    const std::string text = out_.str();
    out_.str("");
    return text;
  }

  std::ostringstream out_;
  absl::Time now_ = absl::UnixEpoch();
  const Clock clock_ = [this] { return now_; };
};

TEST_F(ProgressViewTest, PlainLinesTellOfChangesAndThenEveryTenSeconds) {
  const Console console{.out = out_, .err = out_};
  const auto view = NewProgressView(console, out_, false, clock_);
  view->Show(Run(job::v1::JOB_STATE_RUNNING, 80, job::v1::JOB_STATE_QUEUED));
  EXPECT_EQ(Take(), "reference: running, training 80/200 steps, 12.5 steps/s, 0:10 left\n");
  now_ += absl::Seconds(9);
  view->Show(Run(job::v1::JOB_STATE_RUNNING, 90, job::v1::JOB_STATE_QUEUED));
  EXPECT_EQ(Take(), "");
  now_ += absl::Seconds(1);
  view->Show(Run(job::v1::JOB_STATE_RUNNING, 91, job::v1::JOB_STATE_QUEUED));
  EXPECT_THAT(Take(), HasSubstr("91/200"));
  view->Show(Run(job::v1::JOB_STATE_SUCCEEDED, 200, job::v1::JOB_STATE_RUNNING));
  EXPECT_EQ(Take(), "reference: succeeded, artifact 3fa9c1e2d0b7\ncapture: running\n");
  now_ += absl::Seconds(100);
  view->Show(Run(job::v1::JOB_STATE_SUCCEEDED, 200, job::v1::JOB_STATE_SUCCEEDED));
  EXPECT_EQ(Take(), "capture: succeeded\n");
}

TEST_F(ProgressViewTest, ATerminalShowsBarsThatAreDrawnAgainInPlace) {
  const Console console{.out = out_, .err = out_, .width = 100};
  const auto view = NewProgressView(console, out_, true, clock_);
  view->Show(Run(job::v1::JOB_STATE_RUNNING, 100, job::v1::JOB_STATE_QUEUED));
  EXPECT_EQ(Take(),
            "  reference  ##########..........  50 %  training 100/200 steps, 12.5 steps/s, "
            "0:10 left\n"
            "  0 of 2 steps, running\n");
  now_ += absl::Seconds(42);
  view->Show(Run(job::v1::JOB_STATE_SUCCEEDED, 200, job::v1::JOB_STATE_RUNNING));
  EXPECT_EQ(Take(),
            "\033[2F\033[J"
            "+ reference    0:42  artifact 3fa9c1e2d0b7\n"
            "  capture    \n"
            "  1 of 2 steps, running\n");
}

TEST_F(ProgressViewTest, NoLineIsWiderThanTheTerminal) {
  const Console console{.out = out_, .err = out_, .unicode = true, .width = 40};
  NewProgressView(console, out_, true, clock_)
      ->Show(Run(job::v1::JOB_STATE_RUNNING, 100, job::v1::JOB_STATE_QUEUED));
  EXPECT_EQ(Take(), "  reference  ━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌  50 %\n  0 of 2 steps, running\n");
}

TEST_F(ProgressViewTest, AJobThatIsNoRunIsOneLine) {
  Job job;
  job.set_name("jobs/training-7");
  job.set_state(job::v1::JOB_STATE_FAILED);
  const Console console{.out = out_, .err = out_};
  NewProgressView(console, out_, true, clock_)->Show(job);
  EXPECT_EQ(Take(), "x jobs/training-7  failed\n");
}

TEST_F(ProgressViewTest, ColoursAppearOnlyWhereTheyAreAllowed) {
  for (const bool colours : {false, true}) {
    const Console console{.out = out_, .err = out_, .colours = colours};
    NewProgressView(console, out_, true, clock_)
        ->Show(Run(job::v1::JOB_STATE_SUCCEEDED, 200, job::v1::JOB_STATE_FAILED));
    EXPECT_EQ(Take().find("\033[32m") != std::string::npos, colours);
  }
}

}  // namespace
}  // namespace widthlab::cli
