#include "common/architecture/json_depth.h"

#include <string>

#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

TEST(JsonDepthTest, CountsObjectsAndLists) {
  EXPECT_EQ(JsonDepth(""), 0u);
  EXPECT_EQ(JsonDepth("3"), 0u);
  EXPECT_EQ(JsonDepth("{\"a\": [1, 2], \"b\": {}}"), 2u);
}

TEST(JsonDepthTest, BracketsInStringsDoNotCount) {
  EXPECT_EQ(JsonDepth(R"(["[[[", "\"[[", "\\"])"), 1u);
}

TEST(JsonDepthTest, TakesDamagedText) {
  EXPECT_EQ(JsonDepth("]]}["), 1u);
  EXPECT_EQ(JsonDepth("\"abc\\"), 0u);
  EXPECT_EQ(JsonDepth(std::string(100000, '[')), 100000u);
}

}  // namespace
}  // namespace widthlab::architecture
