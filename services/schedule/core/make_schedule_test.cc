#include "services/schedule/core/make_schedule.h"

#include <algorithm>

#include "common/spec/resolve.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/families/registry.h"
#include "services/schedule/core/testing_specs.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MakeScheduleTest, UniformIsTakenAsGiven) {
  v1::ScheduleSpec spec = SpecFor(3, 500);
  spec.mutable_uniform();
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_EQ(schedule->family(), "uniform");
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(500, 500, 500));
  EXPECT_EQ(schedule->budget_parameters(), 3 * 384 * 500);
  EXPECT_EQ(schedule->drift(), 0);
  EXPECT_EQ(schedule->accounts().ffn_parameters(), schedule->ffn_parameters());
  EXPECT_EQ(schedule->architecture().ffn_widths_size(), 0);
}

TEST(MakeScheduleTest, CosineTaperFallsWithinTheBudget) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_cosine_taper();
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(768, 512, 256));
  EXPECT_THAT(schedule->architecture().ffn_widths(), ElementsAre(768, 512, 256));
  EXPECT_THAT(schedule->explanations(0).text(), HasSubstr("768 units, 1.50 of the uniform width"));
  EXPECT_FALSE(schedule->has_solution());
}

// Every family with its default options.
v1::ScheduleSpec SpecOf(const Family& family, int layers, int width) {
  v1::ScheduleSpec spec = SpecFor(layers, width);
  auto* options = spec.GetReflection()->MutableMessage(&spec, &FieldOf(family));
  if (const auto* profile = options->GetDescriptor()->FindFieldByName("profile")) {
    options->GetReflection()->SetString(options, profile, "p");
  }
  if (family.tag == v1::ScheduleSpec::kSensitivityOnly) {
    spec.mutable_sensitivity_only()->set_sensitivity("s");
  }
  for (int l = 0; l < layers && family.tag == v1::ScheduleSpec::kExplicit; ++l) {
    spec.mutable_explicit_()->add_ffn_widths(width);
  }
  return spec;
}

// The hourglass shapes the residual stream of deep models, and keeps its published rounding.
bool IsHourglass(const Family& family) {
  return family.tag == v1::ScheduleSpec::kHourglass ||
         family.tag == v1::ScheduleSpec::kHourglassArithmetic;
}

TEST(MakeScheduleTest, EveryFamilyMeetsTheBudgetWithinOneQuantum) {
  const auto profile = ProfileOfWork({3, 1, 4, 1, 5, 9}, {8, 12, 9, 30, 5, 6});
  const auto sensitivity = SensitivityOf({1, 2, -0.5, 3, 1, 1});
  for (int width : {192, 500, 512, 1000}) {
    for (const Family& family : AllFamilies()) {
      if (IsHourglass(family) || family.tag == v1::ScheduleSpec::kJoint) continue;
      const auto schedule = MakeSchedule(Resolved(SpecOf(family, 6, width)),
                                         {.profile = &profile, .sensitivity = &sensitivity});
      ASSERT_THAT(schedule, IsOk()) << NameOf(family);
      EXPECT_EQ(schedule->family(), NameOf(family));
      const int64_t left = schedule->budget_parameters() - schedule->ffn_parameters();
      EXPECT_GE(left, 0) << NameOf(family);
      EXPECT_LT(left, 384 * 64 * std::max(1, schedule->experts())) << NameOf(family);
    }
  }
}

TEST(MakeScheduleTest, OneLayerIsUniformInEveryFamily) {
  const auto profile = ProfileOfWork({3}, {8});
  const auto sensitivity = SensitivityOf({1});
  for (const Family& family : AllFamilies()) {
    if (IsHourglass(family)) continue;
    const auto schedule = MakeSchedule(Resolved(SpecOf(family, 1, 512)),
                                       {.profile = &profile, .sensitivity = &sensitivity});
    ASSERT_THAT(schedule, IsOk()) << NameOf(family);
    EXPECT_THAT(schedule->ffn_widths(), ElementsAre(512)) << NameOf(family);
  }
}

// Four of six layers, each with 6 / 4 of the uniform width.
TEST(MakeScheduleTest, ABandLeavesTheOtherLayersWithoutFfn) {
  v1::ScheduleSpec spec = SpecFor(6, 512);
  spec.mutable_ffn_band();
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(0, 768, 768, 768, 768, 0));
  EXPECT_EQ(schedule->drift(), 0);
}

// The line 0.5 .. 4 at the inner layers, 1.375 : 2.25 : 3.125, of the 3 x 512 between the ends.
TEST(MakeScheduleTest, AFramePinsTheEnds) {
  v1::ScheduleSpec spec = SpecFor(5, 512);
  spec.mutable_frame();
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_NEAR(schedule->target_widths(1), 1536 * 1.375 / 6.75, 1e-9);
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(512, 320, 512, 704, 512));
}

TEST(MakeScheduleTest, ExplicitWidthsAreTakenAsGivenAndShowTheirDrift) {
  v1::ScheduleSpec spec = SpecFor(3, 100);
  spec.set_quantum(4);
  for (int width : {130, 0, 101}) spec.mutable_explicit_()->add_ffn_widths(width);
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(130, 0, 101));
  EXPECT_NEAR(schedule->drift(), -0.23, 1e-12);
  spec.mutable_explicit_()->add_ffn_widths(1);
  EXPECT_THAT(MakeSchedule(Resolved(spec), {}), FailsOnField("explicit.ffn_widths"));
}

TEST(MakeScheduleTest, ExplicitResidualWidthsAreCountedAndChecked) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  for (int width : {512, 256, 512}) spec.mutable_explicit_()->add_ffn_widths(width);
  for (int width : {128, 64, 128}) spec.mutable_explicit_()->add_residual_widths(width);
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->residual_widths(), ElementsAre(128, 64, 128));
  const double layer = 4 * 128 * 128 + 3 * 128 * 512;
  const double budget = 257 * 128 * 2 + 3 * layer;
  EXPECT_NEAR(schedule->drift(), -0.75 * layer / budget, 1e-12);
  spec.mutable_explicit_()->set_residual_widths(1, 60);
  EXPECT_THAT(MakeSchedule(Resolved(spec), {}), FailsOnField("explicit.residual_widths[1]"));
  spec.mutable_explicit_()->mutable_residual_widths()->Truncate(2);
  EXPECT_THAT(MakeSchedule(Resolved(spec), {}), FailsOnField("explicit.residual_widths"));
}

TEST(CheckSpecTest, NamesWhatIsWrong) {
  const auto check = [](v1::ScheduleSpec spec) {
    const absl::Status resolved = spec::Resolve(spec);
    return resolved.ok() ? CheckSpec(spec) : resolved;
  };
  EXPECT_THAT(check(SpecFor(3, 512)), FailsOnField("family"));
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_uniform();
  spec.mutable_architecture()->set_heads(3);
  EXPECT_THAT(check(spec), FailsOnField("architecture.heads"));
  spec = SpecFor(3, 512);
  spec.mutable_uniform();
  for (int width : {1, 2, 3}) spec.mutable_architecture()->add_ffn_widths(width);
  EXPECT_THAT(check(spec), FailsOnField("architecture.ffn_widths"));
  spec = SpecFor(3, 32);
  spec.mutable_uniform();
  EXPECT_THAT(check(spec), FailsOnField("quantum"));
  spec = SpecFor(3, 512);
  spec.mutable_uniform();
  spec.set_floor(513);
  EXPECT_THAT(check(spec), FailsOnField("floor"));
  spec = SpecFor(3, 512);
  spec.mutable_uniform();
  spec.set_cap(511);
  EXPECT_THAT(check(spec), FailsOnField("cap"));
}

}  // namespace
}  // namespace widthlab::schedule
