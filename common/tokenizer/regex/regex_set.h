// Sets and escapes of a regular expression.
//
//   [^\s\p{L}0-9]     \p{Lu}     \u00e9
#ifndef WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_SET_H_
#define WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_SET_H_

#include <optional>

#include "absl/status/statusor.h"
#include "common/tokenizer/regex/regex_text.h"
#include "common/tokenizer/unicode/code_point_set.h"

namespace widthlab::tokenizer {

// One character, or a set of them.
struct RegexEscape {
  char32_t character = 0;
  std::optional<CodePointSet> set = std::nullopt;
};

// `text` stands behind the backslash.
absl::StatusOr<RegexEscape> ParseRegexEscape(RegexText& text);

// `text` stands behind the opening bracket; goes past the closing one.
absl::StatusOr<CodePointSet> ParseRegexSet(RegexText& text, bool ignore_case);

// Adds the other cases of an ASCII letter. False for a character above ASCII.
bool AddOtherCase(char32_t c, CodePointSet& set);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_SET_H_
