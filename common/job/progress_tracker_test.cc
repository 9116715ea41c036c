#include "common/job/progress_tracker.h"

#include "gtest/gtest.h"

namespace widthlab::job {
namespace {

const absl::Time kStart = absl::FromUnixSeconds(1'000'000);

ProgressReport Done(int64_t done, int64_t total = 1000) {
  return {.stage = "training", .done = done, .total = total, .unit = "steps"};
}

TEST(ProgressTrackerTest, NothingIsKnownAtTheFirstReport) {
  ProgressTracker tracker;
  tracker.Update(Done(0), kStart);
  EXPECT_EQ(tracker.progress().rate(), 0);
  EXPECT_LT(tracker.progress().eta_seconds(), 0);
}

TEST(ProgressTrackerTest, ASteadyJobHasItsRateAndTimeToGo) {
  ProgressTracker tracker;
  for (int i = 0; i <= 100; ++i) tracker.Update(Done(i), kStart + absl::Seconds(i) / 10);
  EXPECT_NEAR(tracker.progress().rate(), 10, 1e-9);
  EXPECT_NEAR(tracker.progress().eta_seconds(), 90, 1e-6);
  EXPECT_EQ(tracker.progress().stage(), "training");
}

TEST(ProgressTrackerTest, OnlyTheLastHalfMinuteCounts) {
  ProgressTracker tracker;
  // One a second for a minute, then ten a second.
  for (int i = 0; i <= 60; ++i) tracker.Update(Done(i, 10'000), kStart + absl::Seconds(i));
  EXPECT_NEAR(tracker.progress().rate(), 1, 1e-9);
  for (int i = 1; i <= 40; ++i) {
    tracker.Update(Done(60 + 10 * i, 10'000), kStart + absl::Seconds(60 + i));
  }
  EXPECT_NEAR(tracker.progress().rate(), 10, 1e-9);
}

TEST(ProgressTrackerTest, AStageWithTheSameUnitsKeepsTheRate) {
  ProgressTracker tracker;
  for (int i = 0; i <= 10; ++i) {
    ProgressReport report = Done(i, 12);
    report.stage = "layer " + std::to_string(i);
    tracker.Update(report, kStart + absl::Seconds(i));
  }
  EXPECT_NEAR(tracker.progress().rate(), 1, 1e-9);
}

TEST(ProgressTrackerTest, OtherUnitsOrGoingBackBeginAnew) {
  ProgressTracker tracker;
  tracker.Update(Done(0), kStart);
  tracker.Update(Done(100), kStart + absl::Seconds(1));
  tracker.Update(Done(5), kStart + absl::Seconds(2));
  EXPECT_EQ(tracker.progress().rate(), 0);
  tracker.Update(Done(15), kStart + absl::Seconds(3));
  EXPECT_NEAR(tracker.progress().rate(), 10, 1e-9);
}

TEST(ProgressTrackerTest, TheEndIsNoTimeAwayAndAnUnknownTotalNeverKnown) {
  ProgressTracker tracker;
  tracker.Update(Done(1000), kStart);
  EXPECT_EQ(tracker.progress().eta_seconds(), 0);
  tracker.Update(Done(10, 0), kStart + absl::Seconds(1));
  tracker.Update(Done(20, 0), kStart + absl::Seconds(2));
  EXPECT_LT(tracker.progress().eta_seconds(), 0);
}

}  // namespace
}  // namespace widthlab::job
