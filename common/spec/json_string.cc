#include "common/spec/json_string.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace widthlab::spec {
namespace {

uint8_t ByteAt(std::string_view text, size_t i) { return static_cast<uint8_t>(text[i]); }

// Bytes of the well-formed character that begins at `i`, or 0.
size_t CharacterLength(std::string_view text, size_t i) {
  const uint8_t lead = ByteAt(text, i);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                        : (lead & 0xF0) == 0xE0        ? 3
                        : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                       : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (size_t k = 1; k < length; ++k) {
    if ((ByteAt(text, i + k) & 0xC0) != 0x80) return 0;
  }
  const uint8_t second = ByteAt(text, i + 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second > 0x9F;
  const bool too_large = lead == 0xF4 && second > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

void AppendEscaped(char c, std::string& out) {
  static constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (static_cast<uint8_t>(c) >= 0x20) {
    out += c;
    return;
  }
  out += "\\u00";
  out += kHex[static_cast<uint8_t>(c) >> 4];
  out += kHex[static_cast<uint8_t>(c) & 15];
}

// Lead bytes EE and EF (U+E000 to U+FFFF) come after F0 to F4, which UTF-16 writes as surrogates.
int OrderOfByte(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = CharacterLength(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string JsonQuote(std::string_view text) {
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (size_t i = 0; i < text.size();) {
    const size_t length = CharacterLength(text, i);
    if (length == 1) {
      AppendEscaped(text[i], out);
    } else if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else {
      out += text.substr(i, length);
    }
    i += std::max<size_t>(length, 1);
  }
  out += '"';
  return out;
}

bool Utf16Less(std::string_view a, std::string_view b) {
  const auto [at_a, at_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (at_b == b.end()) return false;
  if (at_a == a.end()) return true;
  return OrderOfByte(*at_a) < OrderOfByte(*at_b);
}

}  // namespace widthlab::spec
