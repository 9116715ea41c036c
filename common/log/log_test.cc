#include "common/log/log.h"

#include "gtest/gtest.h"

namespace widthlab::log {
namespace {

TEST(LogTest, PlainValuesStandBare) {
  EXPECT_EQ(FormatLine("call", {{"method", "a.B/C"}, {"code", "OK"}}), "call method=a.B/C code=OK");
}

TEST(LogTest, ValuesThatWouldBreakTheLineAreQuoted) {
  EXPECT_EQ(FormatLine("call", {{"error", "no \"x\"\nhere"}, {"peer", ""}}),
            "call error=\"no \\\"x\\\"\\nhere\" peer=\"\"");
}

TEST(LogTest, LinesBelowTheMinimumAreDropped) {
  testing::internal::CaptureStderr();
  Debug("quiet", {});
  Info("loud", {{"key", "value"}});
  const std::string out = testing::internal::GetCapturedStderr();
  EXPECT_EQ(out.find("quiet"), std::string::npos);
  EXPECT_NE(out.find("Z INFO loud key=value\n"), std::string::npos);
}

}  // namespace
}  // namespace widthlab::log
