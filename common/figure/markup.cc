#include "common/figure/markup.h"

#include <cstddef>

namespace widthlab::figure {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 character at the start of `text` that XML allows, or 0.
size_t CharacterLength(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    const bool blank = first == '\t' || first == '\n' || first == '\r';
    return (first >= 0x20 && first != 0x7F) || blank ? 1 : 0;
  }
  size_t length = 0;
  unsigned least = 0;
  unsigned code = 0;
  if ((first & 0xE0) == 0xC0) {
    length = 2, least = 0x80, code = first & 0x1F;
  } else if ((first & 0xF0) == 0xE0) {
    length = 3, least = 0x800, code = first & 0x0F;
  } else if ((first & 0xF8) == 0xF0) {
    length = 4, least = 0x10000, code = first & 0x07;
  }
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3F);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool forbidden = surrogate || code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  return code >= least && !forbidden ? length : 0;
}

void AppendEscaped(std::string& out, std::string_view character) {
  switch (character[0]) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out += character;
  }
}

}  // namespace

std::string EscapeMarkup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    if (length == 0) {
      out += kReplacement;
      text.remove_prefix(1);
    } else {
      AppendEscaped(out, text.substr(0, length));
      text.remove_prefix(length);
    }
  }
  return out;
}

}  // namespace widthlab::figure
