// Strings as RFC 8785 writes and orders them.
//
//   JsonQuote("a\"b\n")              // "\"a\\\"b\\n\""
//   Utf16Less("\U0001F600", "\uFB33")  // true: code units, not code points
#ifndef WIDTHLAB_COMMON_SPEC_JSON_STRING_H_
#define WIDTHLAB_COMMON_SPEC_JSON_STRING_H_

#include <string>
#include <string_view>

namespace widthlab::spec {

// True where `text` is well-formed UTF-8: no overlong forms, no surrogates.
bool IsUtf8(std::string_view text);

// `text` in quotes. Only '"', '\' and control characters below U+0020 are escaped. A byte that is
// not UTF-8 becomes U+FFFD.
std::string JsonQuote(std::string_view text);

// Order of UTF-16 code units, in which RFC 8785 sorts keys. Both must be UTF-8.
bool Utf16Less(std::string_view a, std::string_view b);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_JSON_STRING_H_
