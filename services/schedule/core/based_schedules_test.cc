#include "services/schedule/core/make_schedule.h"

#include "common/spec/resolve.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/testing_specs.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;

TEST(BasedSchedulesTest, ReversedTurnsItsBaseRound) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_reversed()->set_base("cosine_taper");
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_EQ(schedule->family(), "reversed");
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(256, 512, 768));
  EXPECT_EQ(schedule->drift(), 0);
}

TEST(BasedSchedulesTest, PermutedShufflesAGivenScheduleBySeed) {
  v1::ScheduleSpec spec = SpecFor(6, 512);
  spec.mutable_permuted()->set_base("schedule");
  spec.mutable_permuted()->set_schedule("s");
  spec.mutable_permuted()->set_seed(3);
  v1::Schedule base;
  for (int width : {64, 128, 192, 256, 320, 384}) base.add_ffn_widths(width);
  const auto schedule = MakeSchedule(Resolved(spec), {.base = &base});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), testing::UnorderedElementsAre(64, 128, 192, 256, 320, 384));
  EXPECT_THAT(schedule->ffn_widths(), testing::Not(ElementsAre(64, 128, 192, 256, 320, 384)));
  base.add_ffn_widths(64);
  EXPECT_THAT(MakeSchedule(Resolved(spec), {.base = &base}), FailsOnField("permuted.base"));
}

TEST(BasedSchedulesTest, ABaseThatNeedsMoreIsRefused) {
  for (const char* base : {"explicit", "hourglass", "permuted", "no_such_family"}) {
    v1::ScheduleSpec spec = SpecFor(3, 512);
    spec.mutable_reversed()->set_base(base);
    ASSERT_THAT(spec::Resolve(spec), IsOk());
    EXPECT_THAT(CheckSpec(spec), FailsOnField("reversed.base")) << base;
  }
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_permuted();
  ASSERT_THAT(spec::Resolve(spec), IsOk());
  EXPECT_THAT(CheckSpec(spec), FailsOnField("permuted.profile"));
}

TEST(BasedSchedulesTest, ExpertsAreAsWideAsTheBase) {
  v1::ScheduleSpec spec = SpecFor(3, 512);
  spec.mutable_moe()->set_base("cosine_taper");
  auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(768, 512, 256));
  EXPECT_EQ(schedule->experts(), 8);
  EXPECT_EQ(schedule->experts_per_token(), 2);
  EXPECT_EQ(schedule->ffn_parameters(), 8 * 3 * 384 * 512);
  EXPECT_EQ(schedule->drift(), 0);
  EXPECT_EQ(schedule->memory().router_parameters(), 3 * 8 * 128);
  EXPECT_EQ(schedule->accounts().total_parameters() - schedule->memory().active_parameters(),
            6 * 3 * 384 * 512);
  // A base of another budget is a shape.
  v1::Schedule base;
  for (int width : {30, 20, 10}) base.add_ffn_widths(width);
  spec.mutable_moe()->set_schedule("b");
  schedule = MakeSchedule(Resolved(spec), {.base = &base});
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(768, 512, 256));
  EXPECT_EQ(schedule->rounding().gap_bound(), 0);
  spec.mutable_moe()->set_top_k(9);
  ASSERT_THAT(spec::Resolve(spec), IsOk());
  EXPECT_THAT(CheckSpec(spec), FailsOnField("moe.top_k"));
}

}  // namespace
}  // namespace widthlab::schedule
