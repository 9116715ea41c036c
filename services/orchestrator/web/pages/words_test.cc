#include "services/orchestrator/web/pages/words.h"

#include <limits>

#include "gtest/gtest.h"

namespace widthlab::web {
namespace {

TEST(Words, CountsHaveThreeDigits) {
  EXPECT_EQ(CountText(12.3), "12.3");
  EXPECT_EQ(CountText(950), "950");
  EXPECT_EQ(CountText(1500), "1.50k");
  EXPECT_EQ(CountText(40530), "40.5k");
  EXPECT_EQ(CountText(416800), "417k");
  EXPECT_EQ(CountText(1536000), "1.54M");
  EXPECT_EQ(CountText(2.5e20), "2.5e+20");
  EXPECT_EQ(CountText(std::numeric_limits<double>::quiet_NaN()), "–");
}

TEST(Words, BytesAndExactNumbers) {
  EXPECT_EQ(BytesText(1023), "1023 B");
  EXPECT_EQ(BytesText(1536), "1.5 KiB");
  EXPECT_EQ(BytesText(int64_t{300} << 20), "300 MiB");
  EXPECT_EQ(ExactText(12345678), "12,345,678");
  EXPECT_EQ(ExactText(-999), "-999");
  EXPECT_EQ(ExactText(0), "0");
}

TEST(Words, DurationsAndTimes) {
  EXPECT_EQ(DurationText(7), "0:07");
  EXPECT_EQ(DurationText(75.4), "1:15");
  EXPECT_EQ(DurationText(7389), "2:03:09");
  EXPECT_EQ(DurationText(-1), "");
  EXPECT_EQ(DurationText(std::numeric_limits<double>::infinity()), "");
  google::protobuf::Timestamp time;
  EXPECT_EQ(TimeText(time), "");
  time.set_seconds(1'700'000'000);
  EXPECT_EQ(TimeText(time), "2023-11-14 22:13:20");
}

TEST(Words, NamesAreCutToWhatTellsThemApart) {
  EXPECT_EQ(ShortJob("jobs/training-7"), "training-7");
  EXPECT_EQ(ShortJob("training-7"), "training-7");
  EXPECT_EQ(ShortId("3fa9c1e2d0b7aaaa"), "3fa9c1e2d0b7");
  EXPECT_EQ(StateWord(job::v1::JOB_STATE_CANCELLING), "cancelling");
  EXPECT_EQ(StateWord(static_cast<job::v1::JobState>(99)), "waiting");
}

}  // namespace
}  // namespace widthlab::web
