#include "services/schedule/core/make_schedule.h"

#include <cmath>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/testing_specs.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A fixed exponent of 1 and no smoothing: proportional to the square roots 1 : 2 : 3.
TEST(GuidedSchedulesTest, GeometryGuidedFollowsTheWork) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  auto* options = spec.mutable_geometry_guided();
  options->set_profile("p");
  options->set_smoothing(v1::SMOOTHING_NONE);
  options->set_exponent(1);
  const auto profile = ProfileOfWork({1, 4, 9}, {8, 8, 8});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(256, 512, 768));
  EXPECT_LE(schedule->solution().budget_residual(), 1e-12);
  EXPECT_EQ(schedule->solution().integer_gap_bound(), 0);
  EXPECT_EQ(schedule->problem().budget(), 3 * 384 * 512);
  EXPECT_EQ(schedule->problem().cap_size(), 0);
  EXPECT_EQ(schedule->explanations(2).work(), 9);
  EXPECT_NEAR(schedule->explanations(2).smoothed_work(), 27.0 / 14, 1e-15);
  EXPECT_THAT(schedule->explanations(2).text(), HasSubstr("the exponent is fixed at 1"));
}

TEST(GuidedSchedulesTest, InverseWorkTurnsTheOrderRound) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  auto* options = spec.mutable_inverse_work();
  options->set_profile("p");
  options->set_smoothing(v1::SMOOTHING_NONE);
  options->set_exponent(1);
  const auto profile = ProfileOfWork({1, 4, 4}, {8, 8, 8});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(768, 384, 384));
  EXPECT_THAT(
      schedule->explanations(0).text(),
      HasSubstr("smoothed work is 0.333 of the mean (measured 1), and counts as 3, its inverse"));
}

TEST(GuidedSchedulesTest, ExponentsComeFromTheDimension) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_geometry_guided()->set_profile("p");
  const auto profile = ProfileOfWork({1, 1, 1}, {8, NAN, 16});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_EQ(schedule->explanations(0).exponent(), 0.5);
  EXPECT_NEAR(schedule->explanations(1).exponent(), 4.0 / 12, 1e-15);
  EXPECT_EQ(schedule->explanations(2).exponent(), 0.25);
  EXPECT_THAT(schedule->explanations(1).text(), HasSubstr("its dimension is undefined"));
}

TEST(GuidedSchedulesTest, ALayerOnTheFloorSaysSo) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  auto* options = spec.mutable_geometry_guided();
  options->set_profile("p");
  options->set_smoothing(v1::SMOOTHING_NONE);
  options->set_exponent(1);
  spec.set_floor(384);
  const auto profile = ProfileOfWork({0, 1, 1}, {8, 8, 8});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_EQ(schedule->ffn_widths(0), 384);
  EXPECT_EQ(schedule->explanations(0).bound(), v1::WIDTH_BOUND_FLOOR);
  EXPECT_THAT(schedule->explanations(0).text(), HasSubstr("rests on the floor of 384"));
}

// An exponent of 1: proportional to the square roots of what weighs, 1 : 2 : 3.
TEST(GuidedSchedulesTest, SensitivityAloneDecidesOrWeightsTheWork) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_sensitivity_only()->set_sensitivity("s");
  spec.mutable_sensitivity_only()->set_exponent(1);
  auto sensitivity = SensitivityOf({1, 4, 9});
  auto schedule = MakeSchedule(Resolved(spec), {.sensitivity = &sensitivity});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(256, 512, 768));
  EXPECT_TRUE(std::isnan(schedule->explanations(0).work()));
  EXPECT_THAT(schedule->explanations(2).text(), HasSubstr("sensitivity is 1.93 of the mean"));

  auto* guided = spec.mutable_geometry_guided();
  guided->set_profile("p");
  guided->set_sensitivity("s");
  guided->set_smoothing(v1::SMOOTHING_NONE);
  for (int l = 0; l < 3; ++l) guided->add_exponents(1);
  const auto profile = ProfileOfWork({1, 2, 3}, {8, 8, 8});
  sensitivity = SensitivityOf({1, 2, 3});
  schedule = MakeSchedule(Resolved(spec), {.profile = &profile, .sensitivity = &sensitivity});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(256, 512, 768));

  sensitivity = SensitivityOf({1, 2});
  EXPECT_THAT(MakeSchedule(Resolved(spec), {.profile = &profile, .sensitivity = &sensitivity}),
              FailsOnField("geometry_guided.sensitivity"));
  guided->add_exponents(1);
  EXPECT_THAT(MakeSchedule(Resolved(spec), {.profile = &profile}),
              FailsOnField("geometry_guided.exponents"));
  guided->set_sensitivity_estimate(v1::SENSITIVITY_ESTIMATE_ABLATION);
  guided->clear_exponents();
  sensitivity = SensitivityOf({1, 2, 3});
  EXPECT_THAT(MakeSchedule(Resolved(spec), {.profile = &profile, .sensitivity = &sensitivity}),
              FailsOnField("geometry_guided.sensitivity"));
}

// A negative estimate is floored at 5 % of the mean: 2 / 3 of it, over 3 layers.
TEST(GuidedSchedulesTest, ANegativeSensitivityIsFloored) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_sensitivity_only()->set_sensitivity("s");
  const auto sensitivity = SensitivityOf({-1, 2, 2});
  const auto schedule = MakeSchedule(Resolved(spec), {.sensitivity = &sensitivity});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_EQ(schedule->explanations(0).sensitivity(), 0.05);
  EXPECT_EQ(schedule->explanations(1).sensitivity(), 2);
}

TEST(GuidedSchedulesTest, IntervalsSayHowFarOtherSubsamplesMoveAWidth) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_geometry_guided()->set_profile("p");
  auto profile = ProfileOfWork({1, 4, 9}, {8, 8, 8});
  EXPECT_EQ(MakeSchedule(Resolved(spec), {.profile = &profile})->width_intervals_size(), 0);
  AddValues(profile, {0.5, 1, 1.5, 1});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_THAT(schedule, IsOk());
  ASSERT_EQ(schedule->width_intervals_size(), 3);
  for (int l = 0; l < 3; ++l) {
    EXPECT_LT(schedule->width_intervals(l).low(), schedule->target_widths(l)) << l;
    EXPECT_GT(schedule->width_intervals(l).high(), schedule->target_widths(l)) << l;
    EXPECT_GT(schedule->width_intervals(l).standard_error(), 0) << l;
  }
  const auto again = MakeSchedule(Resolved(spec), {.profile = &profile});
  EXPECT_EQ(again->SerializeAsString(), schedule->SerializeAsString());
  spec.mutable_geometry_guided()->set_interval_draws(0);
  EXPECT_EQ(MakeSchedule(Resolved(spec), {.profile = &profile})->width_intervals_size(), 0);
}

TEST(GuidedSchedulesTest, EqualSubsamplesLeaveNoInterval) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_geometry_guided()->set_profile("p");
  auto profile = ProfileOfWork({1, 4, 9}, {8, 8, 8});
  AddValues(profile, {1, 1});
  const auto schedule = MakeSchedule(Resolved(spec), {.profile = &profile});
  ASSERT_EQ(schedule->width_intervals_size(), 3);
  for (int l = 0; l < 3; ++l) {
    EXPECT_NEAR(schedule->width_intervals(l).low(), schedule->target_widths(l), 1e-9);
    EXPECT_NEAR(schedule->width_intervals(l).high(), schedule->target_widths(l), 1e-9);
  }
}

TEST(GuidedSchedulesTest, ProfilesThatDoNotFitAreRefusedByName) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_geometry_guided()->set_profile("p");
  spec = Resolved(spec);
  auto profile = ProfileOfWork({1, 2}, {8, 8});
  EXPECT_THAT(MakeSchedule(spec, {.profile = &profile}), FailsOnField("geometry_guided.profile"));
  profile = ProfileOfWork({1, 2, NAN}, {8, 8, 8});
  EXPECT_THAT(MakeSchedule(spec, {.profile = &profile}), FailsOnField("geometry_guided.profile"));
  profile = ProfileOfWork({0, 0, 0}, {8, 8, 8});
  EXPECT_THAT(MakeSchedule(spec, {.profile = &profile}), FailsOnField("geometry_guided.profile"));
  profile = ProfileOfWork({1, 2, 3}, {NAN, NAN, NAN});
  EXPECT_THAT(MakeSchedule(spec, {.profile = &profile}), FailsOnField("geometry_guided.profile"));
  spec.mutable_geometry_guided()->set_statistic(geometry::v1::STATISTIC_SHIFT);
  profile = ProfileOfWork({1, 2, 3}, {8, 8, 8});
  EXPECT_THAT(MakeSchedule(spec, {.profile = &profile}), FailsOnField("geometry_guided.statistic"));
  spec.mutable_geometry_guided()->set_statistic(geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE);
  spec.mutable_geometry_guided()->set_window(2);
  EXPECT_THAT(MakeSchedule(spec, {.profile = &profile}), FailsOnField("geometry_guided.window"));
}

}  // namespace
}  // namespace widthlab::schedule
