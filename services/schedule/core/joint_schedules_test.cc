#include "services/schedule/core/make_schedule.h"

#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/testing_specs.h"

namespace widthlab::schedule {
namespace {

using testing::Each;
using testing::HasSubstr;

TEST(JointSchedulesTest, AFlatProfileLeavesBothWidthsUniform) {
  v1::ScheduleSpec spec = SpecFor(4, 512);
  spec.mutable_joint()->set_profile("p");
  const auto profile = ProfileOfWork({2, 2, 2, 2}, {8, 8, 8, 8});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), Each(512));
  EXPECT_THAT(schedule->residual_widths(), Each(128));
  EXPECT_EQ(schedule->drift(), 0);
}

TEST(JointSchedulesTest, JointWidthsShareOneBudgetAndProveTheirOptimum) {
  v1::ScheduleSpec spec = SpecFor(6, 512);
  spec.mutable_joint()->set_profile("p");
  const auto profile = ProfileOfWork({3, 1, 4, 1, 5, 9}, {8, 12, 9, 30, 5, 6});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_LE(schedule->drift(), 0);
  EXPECT_GT(schedule->drift(), -0.05);
  EXPECT_LE(schedule->joint().budget_residual(), 1e-12);
  EXPECT_LE(schedule->joint().stationarity_residual(), 1e-10);
  EXPECT_LE(schedule->joint().complementarity_residual(), 1e-10);
  EXPECT_LT(schedule->rounding().gap_bound(), 0.02 * schedule->rounding().reached());
  for (int width : schedule->residual_widths()) EXPECT_EQ(width % 32, 0);
  EXPECT_EQ(schedule->accounts().non_embedding_parameters() + schedule->rounding().left_over(),
            schedule->joint().budget());
  spec.mutable_joint()->set_residual_quantum(12);
  EXPECT_THAT(MakeSchedule(Resolved(spec), {.profile = &profile}),
              FailsOnField("joint.residual_quantum"));
  spec.mutable_joint()->set_residual_quantum(32);
  spec.mutable_joint()->set_residual_need(v1::RESIDUAL_NEED_PARTICIPATION_RATIO);
  EXPECT_THAT(MakeSchedule(Resolved(spec), {.profile = &profile}),
              FailsOnField("joint.residual_need"));
}

TEST(JointSchedulesTest, IntervalsSayHowFarOtherSubsamplesMoveBothWidths) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_joint()->set_profile("p");
  auto profile = ProfileOfWork({1, 4, 9}, {8, 8, 8});
  EXPECT_EQ(MakeSchedule(Resolved(spec), {.profile = &profile})->width_intervals_size(), 0);
  AddValues(profile, {0.5, 1, 1.5, 1});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  ASSERT_EQ(schedule->width_intervals_size(), 3);
  ASSERT_EQ(schedule->residual_width_intervals_size(), 3);
  for (int l = 0; l < 3; ++l) {
    EXPECT_LT(schedule->width_intervals(l).low(), schedule->joint().ffn_widths(l)) << l;
    EXPECT_GT(schedule->width_intervals(l).high(), schedule->joint().ffn_widths(l)) << l;
    EXPECT_LE(schedule->residual_width_intervals(l).low(), schedule->joint().residual_widths(l));
    EXPECT_GE(schedule->residual_width_intervals(l).high(), schedule->joint().residual_widths(l));
    EXPECT_THAT(schedule->explanations(l).text(), HasSubstr("Other subsamples put it between"));
  }
  const auto again = MakeSchedule(Resolved(spec), {.profile = &profile});
  EXPECT_EQ(again->SerializeAsString(), schedule->SerializeAsString());
  spec.mutable_joint()->set_interval_draws(0);
  const auto none = MakeSchedule(Resolved(spec), {.profile = &profile});
  EXPECT_EQ(none->width_intervals_size() + none->residual_width_intervals_size(), 0);
}

// The need is drawn with the work: values that differ in it alone move the stream.
TEST(JointSchedulesTest, SubsamplesOfTheNeedMoveTheStream) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_joint()->set_profile("p");
  spec.mutable_joint()->set_residual_cap(256);
  auto profile = ProfileOfWork({2, 2, 2}, {8, 8, 8});
  AddValues(profile, {1, 1, 1, 1});
  auto& rank = *profile.mutable_dimensions(0)->mutable_effective_rank(0);
  for (int s = 0; s < 4; ++s) rank.set_values(s, s < 2 ? 4 : 12);
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_GT(schedule->residual_width_intervals(0).standard_error(), 1);
  rank.clear_values();  // a need whose subsamples are unknown leaves nothing to draw from
  EXPECT_EQ(MakeSchedule(Resolved(spec), {.profile = &profile})->width_intervals_size(), 0);
}

TEST(JointSchedulesTest, AWidthAtABoundSaysSo) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_joint()->set_profile("p");
  spec.set_cap(640);
  const auto profile = ProfileOfWork({0.1, 0.1, 9}, {8, 8, 8});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  ASSERT_EQ(schedule->explanations(2).bound(), v1::WIDTH_BOUND_CAP);
  EXPECT_THAT(schedule->explanations(2).text(), HasSubstr("held by the cap of 640 units"));
  for (int l = 0; l < 3; ++l) {
    const bool held = schedule->joint().residual_bounds(l) == v1::WIDTH_BOUND_CAP;
    EXPECT_EQ(
        schedule->explanations(l).text().find("The stream is held by its cap") != std::string::npos,
        held);
  }
}

}  // namespace
}  // namespace widthlab::schedule
