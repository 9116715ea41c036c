#include "common/tensor_io/json_depth.h"

#include <string>

#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

TEST(JsonDepthTest, CountsBracketsThatAreOpenAtOnce) {
  EXPECT_EQ(JsonDepth("1"), 0u);
  EXPECT_EQ(JsonDepth("{}"), 1u);
  EXPECT_EQ(JsonDepth(R"({"a":[1,{"b":2}],"c":[[]]})"), 3u);
  EXPECT_EQ(JsonDepth(std::string(1000, '[')), 1000u);
}

TEST(JsonDepthTest, BracketsInStringsDoNotCount) {
  EXPECT_EQ(JsonDepth(R"({"a":"[[[{{{"})"), 1u);
  EXPECT_EQ(JsonDepth(R"({"a\"[[":"\\"})"), 1u);
}

TEST(JsonDepthTest, BrokenTextIsSafe) {
  EXPECT_EQ(JsonDepth(""), 0u);
  EXPECT_EQ(JsonDepth("]]]["), 1u);
  EXPECT_EQ(JsonDepth("\"\\"), 0u);
}

}  // namespace
}  // namespace widthlab::tensor_io
