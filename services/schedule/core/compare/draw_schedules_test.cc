#include "services/schedule/core/compare/draw_schedules.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

NamedSchedule Named(const std::string& label, std::initializer_list<int> widths) {
  NamedSchedule named{.label = label, .schedule = {}};
  for (int width : widths) named.schedule.add_ffn_widths(width);
  return named;
}

TEST(DrawSchedulesTest, EverySchedulesNameAndUnitAreInThePicture) {
  const std::string svg = DrawSchedules({Named("taper", {96, 64, 32}), Named("flat", {64, 64, 64})},
                                        {.title = "Two of them"});
  EXPECT_THAT(svg, StartsWith("<svg"));
  EXPECT_THAT(svg, HasSubstr("Two of them"));
  EXPECT_THAT(svg, HasSubstr("taper"));
  EXPECT_THAT(svg, HasSubstr("flat"));
  EXPECT_THAT(svg, HasSubstr("hidden units"));
  EXPECT_THAT(svg, HasSubstr(">layer<"));
}

TEST(DrawSchedulesTest, DifferentDepthsShareRelativeDepth) {
  const std::string svg = DrawSchedules({Named("a", {96, 64, 32}), Named("b", {64, 64})}, {});
  EXPECT_THAT(svg, HasSubstr("relative depth"));
}

TEST(DrawSchedulesTest, NamesAreTextAndNeverMarkup) {
  const std::string svg = DrawSchedules({Named("<script>alert(1)</script>", {64})}, {});
  EXPECT_THAT(svg, Not(HasSubstr("<script>alert")));
}

TEST(DrawSchedulesTest, IntervalsBecomeErrorBars) {
  NamedSchedule named = Named("guided", {96, 64});
  EXPECT_THAT(DrawSchedules({named}, {}), Not(HasSubstr("(50 to 120)")));
  for (int l = 0; l < 2; ++l) {
    auto* interval = named.schedule.add_width_intervals();
    interval->set_low(50);
    interval->set_high(120);
  }
  EXPECT_THAT(DrawSchedules({named}, {}), HasSubstr("(50 to 120)"));
}

TEST(DrawSchedulesTest, WithoutAResidualWidthThereIsNoLineToDraw) {
  EXPECT_THAT(DrawSchedules({Named("a", {64, 64})}, {.quantity = DrawnQuantity::kResidualWidth}),
              StartsWith("<svg"));
}

}  // namespace
}  // namespace widthlab::schedule
