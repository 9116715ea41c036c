// A regular expression as a tree: Oniguruma's syntax, as far as tokenizers use it.
//
//   ASSIGN_OR_RETURN(const RegexNode tree, ParseRegex("\\p{N}{1,3}|[^\\s\\p{L}]+(?!\\S)"));
//
// Known: literals, `.`, sets with ranges, escapes and sets inside, \s \d \w \h and their opposites,
// \p{...} of properties.h, \t \n \v \f \r \a \e, \xHH, \x{H...}, \uHHHH, groups (?:...), (...),
// (?>...), (?i:...), (?i), look-around (of one character behind), ^ $ \A \z, and the quantifiers
// ? * + {n} {n,} {,m} {n,m}, lazy with ?, possessive with + (a + behind {...} repeats the repeat,
// as in Oniguruma). Anything else is an error that names it and its place.
#ifndef WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_SYNTAX_H_
#define WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_SYNTAX_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tokenizer/unicode/code_point_set.h"

namespace widthlab::tokenizer {

inline constexpr int kUnlimited = -1;
inline constexpr int kMaxRegexDepth = 64;

struct RegexNode {
  enum class Kind {
    kEmpty,
    kChar,         // character
    kSet,          // set
    kSequence,     // children, one after the other
    kAlternative,  // the first of the children that matches
    kRepeat,       // children[0], least to most times
    kAtomic,       // children[0], never tried another way
    kLook,         // children[0] stands here (or does not), without being read
    kLineBegin,
    kLineEnd,
    kTextBegin,
    kTextEnd,
  };
  enum class Greed { kGreedy, kLazy, kPossessive };

  Kind kind = Kind::kEmpty;
  char32_t character = 0;
  std::shared_ptr<const CodePointSet> set = nullptr;
  std::vector<RegexNode> children = {};
  int least = 0;
  int most = kUnlimited;
  Greed greed = Greed::kGreedy;
  bool behind = false;
  bool negative = false;
};

// INVALID_ARGUMENT on field "regex" for what is wrong or not known.
absl::StatusOr<RegexNode> ParseRegex(std::string_view pattern);

// Whether it can match without reading a character.
bool CanBeEmpty(const RegexNode& node);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_SYNTAX_H_
