// UTF-8, character by character.
//
//   for (size_t at = 0; at < text.size();) char32_t c = NextCodePoint(text, at);
//   RETURN_IF_ERROR(CheckUtf8(text));                  // "byte 17 is not UTF-8"
#ifndef WIDTHLAB_COMMON_TOKENIZER_UNICODE_UTF8_H_
#define WIDTHLAB_COMMON_TOKENIZER_UNICODE_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace widthlab::tokenizer {

// Bytes of the character that begins with `lead`, a first byte of valid UTF-8.
inline size_t Utf8Size(char lead) {
  const unsigned char byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// The character at `at`, which moves behind it. `text` is valid UTF-8 and at < text.size().
inline char32_t NextCodePoint(std::string_view text, size_t& at) {
  const auto byte = [&text](size_t i) -> char32_t { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(at);
  if (lead < 0x80) {
    at += 1;
    return lead;
  }
  if (lead < 0xE0) {
    at += 2;
    return (lead & 0x1F) << 6 | (byte(at - 1) & 0x3F);
  }
  if (lead < 0xF0) {
    at += 3;
    return (lead & 0x0F) << 12 | (byte(at - 2) & 0x3F) << 6 | (byte(at - 1) & 0x3F);
  }
  at += 4;
  return (lead & 0x07) << 18 | (byte(at - 3) & 0x3F) << 12 | (byte(at - 2) & 0x3F) << 6 |
         (byte(at - 1) & 0x3F);
}

// Where the character before `at` begins; 0 < at <= text.size().
inline size_t PreviousCharacter(std::string_view text, size_t at) {
  do {
    --at;
  } while ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}

void AppendUtf8(char32_t c, std::string& text);

// Where the first byte that is no part of a valid character lies; npos where all are. No overlong
// forms, no surrogates, nothing above U+10FFFF.
size_t FirstInvalidByte(std::string_view text);

// INVALID_ARGUMENT on field "text" with the place of the first byte that is not UTF-8.
absl::Status CheckUtf8(std::string_view text);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_UNICODE_UTF8_H_
