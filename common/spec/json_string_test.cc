#include "common/spec/json_string.h"

#include "gtest/gtest.h"

namespace widthlab::spec {
namespace {

using namespace std::string_view_literals;

TEST(JsonStringTest, EscapesOnlyWhatMustBeEscaped) {
  EXPECT_EQ(JsonQuote("a/b"), "\"a/b\"");
  EXPECT_EQ(JsonQuote("\"\\\b\f\n\r\t"), R"("\"\\\b\f\n\r\t")");
  EXPECT_EQ(JsonQuote("\0\x1f\x7f"sv), "\"\\u0000\\u001f\x7f\"");
  EXPECT_EQ(JsonQuote("€😀"), "\"€😀\"");
}

TEST(JsonStringTest, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(JsonQuote("a\xff"), "\"a\xEF\xBF\xBD\"");
  EXPECT_EQ(JsonQuote("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(JsonStringTest, KnowsWellFormedUtf8) {
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("naïve 😀 \xF4\x8F\xBF\xBF"));
  EXPECT_FALSE(IsUtf8("\xC0\x80"));          // overlong
  EXPECT_FALSE(IsUtf8("\xE0\x9F\xBF"));      // overlong
  EXPECT_FALSE(IsUtf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(IsUtf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
  EXPECT_FALSE(IsUtf8("\x80"));
  EXPECT_FALSE(IsUtf8("\xE2\x82"));
}

TEST(JsonStringTest, OrdersByUtf16CodeUnits) {
  EXPECT_TRUE(Utf16Less("a", "b"));
  EXPECT_TRUE(Utf16Less("a", "ab"));
  EXPECT_FALSE(Utf16Less("ab", "ab"));
  EXPECT_TRUE(Utf16Less("", "a"));
  EXPECT_TRUE(Utf16Less("😀", "\uFB33"));
  EXPECT_FALSE(Utf16Less("\uFB33", "😀"));
  EXPECT_TRUE(Utf16Less("\uD7FF", "😀"));
  EXPECT_TRUE(Utf16Less("\uE000", "\uFFFD"));
  EXPECT_TRUE(Utf16Less("😀", "😁"));
}

}  // namespace
}  // namespace widthlab::spec
