#include "clients/cli/format.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

TEST(Format, WritesDurationsAsAClockDoes) {
  EXPECT_EQ(FormatDuration(0), "0:00");
  EXPECT_EQ(FormatDuration(7.4), "0:07");
  EXPECT_EQ(FormatDuration(75), "1:15");
  EXPECT_EQ(FormatDuration(7389), "2:03:09");
  EXPECT_EQ(FormatDuration(-1), "?");
  EXPECT_EQ(FormatDuration(std::numeric_limits<double>::quiet_NaN()), "?");
}

TEST(Format, WritesCountsWithThreeDigits) {
  EXPECT_EQ(FormatCount(0), "0");
  EXPECT_EQ(FormatCount(12), "12");
  EXPECT_EQ(FormatCount(0.5), "0.50");
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(1000), "1.00k");
  EXPECT_EQ(FormatCount(12345678), "12.3M");
  EXPECT_EQ(FormatCount(-2e9), "-2.00G");
}

TEST(Format, WritesBytesInBinaryUnits) {
  EXPECT_EQ(FormatBytes(0), "0 B");
  EXPECT_EQ(FormatBytes(1023), "1023 B");
  EXPECT_EQ(FormatBytes(1536), "1.5 KiB");
  EXPECT_EQ(FormatBytes(int64_t{3} << 30), "3.0 GiB");
}

TEST(Format, GroupsDigitsByThree) {
  EXPECT_EQ(FormatExact(0), "0");
  EXPECT_EQ(FormatExact(999), "999");
  EXPECT_EQ(FormatExact(1000), "1,000");
  EXPECT_EQ(FormatExact(12345678), "12,345,678");
  EXPECT_EQ(FormatExact(-123456), "-123,456");
}

TEST(Format, ShowsADashForWhatIsUndefined) {
  EXPECT_EQ(FormatFixed(0.03125, 4), "0.0312");
  EXPECT_EQ(FormatFixed(std::nan(""), 4), "-");
}

TEST(Format, ShortensRunsOfEqualWidths) {
  EXPECT_EQ(FormatWidths({512, 448, 448, 64}, true), "512 448 448 64");
  EXPECT_EQ(FormatWidths({512, 512, 512, 64}, true), "512×3 64");
  EXPECT_EQ(FormatWidths({256, 256, 256, 256}, false), "256x4");
  EXPECT_EQ(FormatWidths({}, true), "");
}

}  // namespace
}  // namespace widthlab::cli
