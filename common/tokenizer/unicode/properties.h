// Which characters are letters, digits, spaces: Unicode 16.
//
//   WhiteSpace().Contains(U'\u3000')                          // true
//   const CodePointSet* letters = FindProperty("L");          // what \p{L} matches
//
// Sets are made on first use and live for ever; all functions may be called from several threads.
#ifndef WIDTHLAB_COMMON_TOKENIZER_UNICODE_PROPERTIES_H_
#define WIDTHLAB_COMMON_TOKENIZER_UNICODE_PROPERTIES_H_

#include <string_view>

#include "common/tokenizer/unicode/code_point_set.h"

namespace widthlab::tokenizer {

// White_Space: what \s matches.
const CodePointSet& WhiteSpace();

// Letters, marks, numbers that make words, connecting punctuation: what \w matches.
const CodePointSet& WordCharacters();

// Alphabetic characters, marks, decimal digits, connecting punctuation, joiners: what makes words
// outside of regular expressions (whether an added token stands alone, the splitter Whitespace).
const CodePointSet& PlainWordCharacters();

// General categories Nd, Nl and No.
const CodePointSet& Numbers();

// What splits a text as punctuation: category P as it stood in Unicode 8, and every printable
// character of ASCII that is neither letter, digit nor blank.
const CodePointSet& Punctuation();

// A general category ("Lu"), a group of them ("L"), one of the scripts Han, Hiragana, Katakana,
// Hangul, or White_Space; nullptr for another name.
const CodePointSet* FindProperty(std::string_view name);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_UNICODE_PROPERTIES_H_
