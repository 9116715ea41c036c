#include "clients/cpp/utf8_scanner.h"

#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace widthlab::client {
namespace {

using namespace std::string_view_literals;

bool IsText(std::string_view bytes) {
  Utf8Scanner scanner;
  return scanner.Feed(bytes) && scanner.AtBoundary();
}

TEST(Utf8Scanner, TakesEveryLengthOfCharacter) {
  EXPECT_TRUE(IsText(""));
  EXPECT_TRUE(IsText("plain\n\t"));
  EXPECT_TRUE(IsText("\u00e9 \u20ac \U0001F600 \U0010FFFF \uD7FF \uE000"));
}

TEST(Utf8Scanner, RefusesWhatIsNoText) {
  EXPECT_FALSE(IsText("a\0b"sv));
  EXPECT_FALSE(IsText("\x80"));              // a continuation byte alone
  EXPECT_FALSE(IsText("\xC0\xAF"));          // overlong
  EXPECT_FALSE(IsText("\xE0\x80\x80"));      // overlong
  EXPECT_FALSE(IsText("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(IsText("\xF4\x90\x80\x80"));  // above U+10FFFF
  EXPECT_FALSE(IsText("\xFF\xFE"));
  EXPECT_FALSE(IsText("caf\xE9 "));  // Latin-1
}

TEST(Utf8Scanner, KnowsACharacterThatIsCutOff) {
  Utf8Scanner scanner;
  EXPECT_TRUE(scanner.Feed("\xE2\x82"));
  EXPECT_FALSE(scanner.AtBoundary());
  EXPECT_TRUE(scanner.Feed("\xAC"));
  EXPECT_TRUE(scanner.AtBoundary());
}

TEST(Utf8Scanner, StaysFalseOnceItWasFalse) {
  Utf8Scanner scanner;
  EXPECT_FALSE(scanner.Feed("\xFF"));
  EXPECT_FALSE(scanner.Feed("text"));
}

}  // namespace
}  // namespace widthlab::client
