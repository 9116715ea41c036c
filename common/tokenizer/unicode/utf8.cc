#include "common/tokenizer/unicode/utf8.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::tokenizer {
namespace {

// Bytes of the character that `lead` begins, and the interval of its second byte (Unicode, table
// 3-7); size 0 where no character begins so.
struct Lead {
  size_t size;
  unsigned char low;
  unsigned char high;
};

Lead LeadOf(unsigned char lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xC2) return {0, 0, 0};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

bool IsWhole(std::string_view text, size_t at, const Lead& lead) {
  if (lead.size == 0 || lead.size > text.size() - at) return false;
  for (size_t i = 1; i < lead.size; ++i) {
    const unsigned char byte = static_cast<unsigned char>(text[at + i]);
    if (byte < (i == 1 ? lead.low : 0x80) || byte > (i == 1 ? lead.high : 0xBF)) return false;
  }
  return true;
}

}  // namespace

void AppendUtf8(char32_t c, std::string& text) {
  if (c < 0x80) {
    text.push_back(static_cast<char>(c));
    return;
  }
  if (c < 0x800) {
    text.push_back(static_cast<char>(0xC0 | c >> 6));
  } else {
    if (c < 0x10000) {
      text.push_back(static_cast<char>(0xE0 | c >> 12));
    } else {
      text.push_back(static_cast<char>(0xF0 | c >> 18));
      text.push_back(static_cast<char>(0x80 | (c >> 12 & 0x3F)));
    }
    text.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3F)));
  }
  text.push_back(static_cast<char>(0x80 | (c & 0x3F)));
}

size_t FirstInvalidByte(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    // Eight bytes of ASCII at a time.
    uint64_t word = 0;
    if (text.size() - at >= sizeof(word)) {
      std::memcpy(&word, text.data() + at, sizeof(word));
      if ((word & 0x8080808080808080u) == 0) {
        at += sizeof(word);
        continue;
      }
    }
    const Lead lead = LeadOf(static_cast<unsigned char>(text[at]));
    if (!IsWhole(text, at, lead)) return at;
    at += lead.size;
  }
  return std::string_view::npos;
}

absl::Status CheckUtf8(std::string_view text) {
  const size_t at = FirstInvalidByte(text);
  if (at == std::string_view::npos) return absl::OkStatus();
  return InvalidFieldBecause(
      "text", absl::StrCat("is not UTF-8: byte ", at, " (0x",
                           absl::Hex(static_cast<unsigned char>(text[at]), absl::kZeroPad2),
                           ") is no part of a character"));
}

}  // namespace widthlab::tokenizer
