#include "common/figure/text_layout.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace widthlab::figure {
namespace {

// In parts of the font size.
constexpr double kEllipsisWidth = 1.05;

// Width of a character in parts of the font size; the byte that starts it decides.
double CharacterWidth(unsigned char first) {
  if (first >= 0xE1) return 1.05;  // East Asian, symbols
  if (first >= 0x80) return 0.65;
  if (first == 'm' || first == 'w' || first == 'M' || first == 'W' || first == '@') return 0.95;
  if (first >= 'A' && first <= 'Z') return 0.7;
  if (std::string_view("ijl.,:;'|!").find(static_cast<char>(first)) != std::string_view::npos) {
    return 0.36;
  }
  return 0.6;
}

bool StartsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

double TextWidth(std::string_view text, double font_size) {
  double width = 0;
  for (const char byte : text) {
    if (StartsCharacter(byte)) width += CharacterWidth(static_cast<unsigned char>(byte));
  }
  return font_size * width;
}

std::string FitText(const std::string& text, double font_size, double width) {
  if (TextWidth(text, font_size) <= width) return text;
  const double room = width - kEllipsisWidth * font_size;
  std::string cut;
  for (const char byte : text) {
    if (StartsCharacter(byte) && TextWidth(cut + byte, font_size) > room) break;
    cut += byte;
  }
  return cut + "\xE2\x80\xA6";
}

std::string FitName(const std::string& name, double font_size, double width) {
  if (TextWidth(name, font_size) <= width) return name;
  const double room = width - kEllipsisWidth * font_size;
  size_t begin = name.size();
  // At most two fifths for the end, so that the beginning stays the larger part.
  for (size_t at = name.size(); at-- > 0;) {
    if (!StartsCharacter(name[at])) continue;
    if (TextWidth(std::string_view(name).substr(at), font_size) > 0.4 * room) break;
    begin = at;
  }
  const std::string end = name.substr(begin);
  return FitText(name, font_size, width - TextWidth(end, font_size)) + end;
}

std::vector<std::string> WrapText(const std::string& text, double font_size, double width) {
  std::vector<std::string> lines;
  for (const auto& word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    const std::string piece = FitText(std::string(word), font_size, width);
    if (!lines.empty() && TextWidth(lines.back() + " " + piece, font_size) <= width) {
      absl::StrAppend(&lines.back(), " ", piece);
    } else {
      lines.push_back(piece);
    }
  }
  return lines;
}

}  // namespace widthlab::figure
