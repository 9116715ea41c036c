#include "common/tokenizer/regex/regex.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tokenizer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> AllOf(std::string_view pattern, std::string_view text) {
  const absl::StatusOr<Regex> regex = Regex::Compile(pattern);
  if (!regex.ok()) return {std::string(regex.status().message())};
  RegexMatches matches(*regex, text);
  std::vector<std::string> found;
  while (matches.Next()) {
    found.emplace_back(text.substr(matches.begin(), matches.end() - matches.begin()));
  }
  if (!matches.status().ok()) found = {"gave up"};
  return found;
}

TEST(RegexTest, AlternativesAreTriedInOrderAndRepeatsTakeAllTheyCan) {
  EXPECT_THAT(AllOf("a|ab", "abab"), ElementsAre("a", "a"));
  EXPECT_THAT(AllOf("ab|a", "aba"), ElementsAre("ab", "a"));
  EXPECT_THAT(AllOf("a+b?", "aaabab"), ElementsAre("aaab", "ab"));
  EXPECT_THAT(AllOf("(?:ab){1,2}", "ababab"), ElementsAre("abab", "ab"));
  EXPECT_THAT(AllOf("a{2}", "aaaaa"), ElementsAre("aa", "aa"));
}

TEST(RegexTest, LazyTakesLittleAndPossessiveGivesNothingBack) {
  EXPECT_THAT(AllOf("a+?b", "aab"), ElementsAre("aab"));
  EXPECT_THAT(AllOf("a{1,3}?", "aaa"), ElementsAre("a", "a", "a"));
  EXPECT_THAT(AllOf("a++a", "aaa"), IsEmpty());
  EXPECT_THAT(AllOf("(?>ab|a)c", "acabc"), ElementsAre("ac", "abc"));
  EXPECT_THAT(AllOf("(?>a|ab)c", "abc"), IsEmpty());
}

TEST(RegexTest, LookingAroundReadsNothing) {
  EXPECT_THAT(AllOf("\\s+(?!\\S)|\\s+", "a   b "), ElementsAre("  ", " ", " "));
  EXPECT_THAT(AllOf("a(?=b)", "abac"), ElementsAre("a"));
  EXPECT_THAT(AllOf("(?<=a)b|(?<!a)c", "abcac"), ElementsAre("b", "c"));
  EXPECT_THAT(AllOf("^a|b$", "a\nab"), ElementsAre("a", "a", "b"));
}

TEST(RegexTest, ClassesAreUnicodes) {
  EXPECT_THAT(AllOf("\\p{L}+", "Ünïcode 漢字1"), ElementsAre("Ünïcode", "漢字"));
  EXPECT_THAT(AllOf("\\p{N}", "a½Ⅷ٣１"), ElementsAre("½", "Ⅷ", "٣", "１"));
  EXPECT_THAT(AllOf("[^\\s\\p{L}]", "a\u00a0b-"), ElementsAre("-"));
  EXPECT_THAT(AllOf("[a-c\\-\\]]+", "abd-]"), ElementsAre("ab", "-]"));
}

TEST(RegexTest, CaseIsIgnoredWhereAsked) {
  EXPECT_THAT(AllOf("(?i:'s|'LL)", "'S's'll'ſ"), ElementsAre("'S", "'s", "'ll", "'ſ"));
  EXPECT_THAT(AllOf("(?i:a)b", "ABAb"), ElementsAre("Ab"));
}

TEST(RegexTest, AnEmptyMatchBehindAMatchIsPassedOver) {
  EXPECT_THAT(AllOf("a*", "aab"), ElementsAre("aa", ""));
}

TEST(RegexTest, WhatIsNotKnownIsNamed) {
  for (const char* pattern :
       {"(a", "a)", "[a", "*a", "\\1", "\\p{Foo}", "\\pL", "(?<n>a)", "\\b", "[a&&b]",
        "[[:alpha:]]", "(?m:a)", "(a*)*", "(?<=ab)c", "a{3,2}", "[b-a]", "\\", "(?i:é)"}) {
    EXPECT_THAT(Regex::Compile(pattern).status(), FailsOnField("regex")) << pattern;
  }
  EXPECT_THAT(Regex::Compile("\\p{Foo}").status().message(), HasSubstr("the property Foo"));
  EXPECT_THAT(Regex::Compile(std::string(100, '(')).status(), FailsOnField("regex"));
  EXPECT_THAT(Regex::Compile("((a{999}){999}){999}").status(), FailsOnField("regex"));
}

TEST(RegexTest, ALongTextNeedsNoStackAndABadPatternNoPatience) {
  const std::string blanks(1 << 20, ' ');
  EXPECT_THAT(AllOf("\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+", blanks), ElementsAre(blanks));
  EXPECT_THAT(AllOf("(?:a|ab|b)+", std::string(1 << 20, 'a')),
              ElementsAre(std::string(1 << 20, 'a')));
  EXPECT_THAT(AllOf("(?:a+)+b", std::string(40, 'a')), ElementsAre("gave up"));
}

}  // namespace
}  // namespace widthlab::tokenizer
