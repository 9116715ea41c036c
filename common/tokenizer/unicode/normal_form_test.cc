#include "common/tokenizer/unicode/normal_form.h"

#include "common/tokenizer/unicode/properties.h"
#include "common/tokenizer/unicode/utf8.h"
#include "gtest/gtest.h"

namespace widthlab::tokenizer {
namespace {

TEST(NormalFormTest, ComposesAndDecomposes) {
  EXPECT_EQ(Normalize(NormalForm::kC, "e\u0301"), "é");
  EXPECT_EQ(Normalize(NormalForm::kD, "é"), "e\u0301");
  EXPECT_EQ(Normalize(NormalForm::kC, "plain"), "plain");
  EXPECT_EQ(Normalize(NormalForm::kC, "\u1100\u1161\u11a8"), "각");
  EXPECT_EQ(Normalize(NormalForm::kD, "각"), "\u1100\u1161\u11a8");
}

TEST(NormalFormTest, MarksAreOrderedAndBlockEachOther) {
  // Below (220) before above (230), whichever way they came.
  EXPECT_EQ(Normalize(NormalForm::kC, "a\u0308\u0323"), Normalize(NormalForm::kC, "a\u0323\u0308"));
  EXPECT_EQ(Normalize(NormalForm::kD, "a\u0308\u0323"), "a\u0323\u0308");
  // The second mark above stays: the first one is in between.
  EXPECT_EQ(Normalize(NormalForm::kC, "a\u0305\u0301"), "a\u0305\u0301");
}

TEST(NormalFormTest, CompatibilityFormsLoseTheirLook) {
  EXPECT_EQ(Normalize(NormalForm::kKC, "ﬁ½Ａ"), "fi1⁄2A");
  EXPECT_EQ(Normalize(NormalForm::kC, "ﬁ½Ａ"), "ﬁ½Ａ");
  // Composed once, never again.
  EXPECT_EQ(Normalize(NormalForm::kC, "\u0958"), "\u0915\u093c");
}

TEST(Utf8Test, TheFirstBadByteIsFound) {
  EXPECT_EQ(FirstInvalidByte("aé漢😀 and more ascii"), std::string_view::npos);
  EXPECT_EQ(FirstInvalidByte("abc\xFF"), 3u);
  EXPECT_EQ(FirstInvalidByte("12345678\xC0\x80"), 8u);
  EXPECT_EQ(FirstInvalidByte("\xED\xA0\x80"), 0u);
  EXPECT_EQ(FirstInvalidByte("\xE6\xBC"), 0u);
  EXPECT_EQ(FirstInvalidByte("\xF4\x90\x80\x80"), 0u);
}

TEST(PropertiesTest, AreThoseOfUnicode) {
  EXPECT_TRUE(FindProperty("L")->Contains(U'漢'));
  EXPECT_TRUE(FindProperty("Lu")->Contains(U'É'));
  EXPECT_FALSE(FindProperty("Ll")->Contains(U'É'));
  EXPECT_TRUE(FindProperty("Han")->Contains(U'漢'));
  EXPECT_TRUE(WhiteSpace().Contains(0x3000));
  EXPECT_FALSE(WhiteSpace().Contains(0x200B));
  EXPECT_EQ(FindProperty("Klingon"), nullptr);
}

}  // namespace
}  // namespace widthlab::tokenizer
