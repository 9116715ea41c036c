#include "common/status/bytes_text.h"

#include "gtest/gtest.h"

namespace widthlab {
namespace {

TEST(BytesTextTest, TakesTheUnitThatFits) {
  EXPECT_EQ(BytesText(0), "0 bytes");
  EXPECT_EQ(BytesText(999), "999 bytes");
  EXPECT_EQ(BytesText(1000), "0.977 KiB");
  EXPECT_EQ(BytesText(1536), "1.5 KiB");
  EXPECT_EQ(BytesText(10.0 * 1024 * 1024), "10 MiB");
  EXPECT_EQ(BytesText(3221225472.0), "3 GiB");
  EXPECT_EQ(BytesText(5e15), "4.55e+03 TiB");
}

}  // namespace
}  // namespace widthlab
