#include "common/tokenizer/regex/regex_set.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tokenizer/unicode/properties.h"

namespace widthlab::tokenizer {
namespace {

constexpr int kMaxSetDepth = 8;

// Letters beyond ASCII that fold to one of ASCII.
constexpr char32_t kLongS = 0x17F;
constexpr char32_t kKelvin = 0x212A;

CodePointSet Opposite(CodePointSet set) {
  set.Invert();
  return set;
}

CodePointSet HexDigits() {
  CodePointSet set;
  set.AddRange('0', '9');
  set.AddRange('a', 'f');
  set.AddRange('A', 'F');
  return set;
}

std::optional<CodePointSet> ShortSet(char32_t c) {
  switch (c) {
    case 's':
      return WhiteSpace();
    case 'S':
      return Opposite(WhiteSpace());
    case 'd':
      return *FindProperty("Nd");
    case 'D':
      return Opposite(*FindProperty("Nd"));
    case 'w':
      return WordCharacters();
    case 'W':
      return Opposite(WordCharacters());
    case 'h':
      return HexDigits();
    case 'H':
      return Opposite(HexDigits());
    default:
      return std::nullopt;
  }
}

// Behind \p or \P.
absl::StatusOr<CodePointSet> Property(RegexText& text, bool negative) {
  if (!text.Take('{')) return text.Error("\\p without {name}");
  if (text.Take('^')) negative = !negative;
  const std::optional<std::string_view> name = text.Until('}');
  if (!name.has_value()) return text.Error("\\p{ without }");
  const CodePointSet* set = FindProperty(*name);
  if (set == nullptr) {
    return text.Error(absl::StrCat("the property ", std::string(*name)));
  }
  return negative ? Opposite(*set) : *set;
}

absl::StatusOr<char32_t> Hexadecimal(RegexText& text, std::string_view digits) {
  uint32_t value = 0;
  if (digits.empty() || digits.size() > 8 || !absl::SimpleHexAtoi(std::string(digits), &value) ||
      value > kLastCodePoint || (value >= 0xD800 && value < 0xE000)) {
    return text.Error(absl::StrCat("the character ", std::string(digits)));
  }
  return static_cast<char32_t>(value);
}

// At most `most` digits.
std::string TakeHexDigits(RegexText& text, size_t most) {
  std::string digits;
  while (!text.AtEnd() && digits.size() < most &&
         absl::ascii_isxdigit(static_cast<unsigned char>(text.Peek()))) {
    digits.push_back(text.Peek());
    text.Next();
  }
  return digits;
}

// Behind \x or \u.
absl::StatusOr<char32_t> NumberedCharacter(RegexText& text, bool is_long) {
  if (is_long) return Hexadecimal(text, TakeHexDigits(text, 4));
  if (!text.Take('{')) {
    ASSIGN_OR_RETURN(const char32_t c, Hexadecimal(text, TakeHexDigits(text, 2)));
    if (c > 0x7F) return text.Error("a byte above 7f; \\x{...} names characters");
    return c;
  }
  const std::optional<std::string_view> digits = text.Until('}');
  if (!digits.has_value()) return text.Error("\\x{ without }");
  return Hexadecimal(text, *digits);
}

std::optional<char32_t> ControlCharacter(char32_t c) {
  switch (c) {
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'v':
      return '\v';
    case 'f':
      return '\f';
    case 'r':
      return '\r';
    case 'a':
      return '\a';
    case 'e':
      return 0x1B;
    default:
      return std::nullopt;
  }
}

class SetParser {
 public:
  SetParser(RegexText& text, bool ignore_case) : text_(text), ignore_case_(ignore_case) {}

  // Behind '['.
  absl::StatusOr<CodePointSet> Parse(int depth) {
    if (depth > kMaxSetDepth) return text_.Error("sets in sets that deep");
    const bool negative = text_.Take('^');
    CodePointSet set;
    for (bool is_first = true;; is_first = false) {
      if (text_.AtEnd()) return text_.Error("'[' without ']'");
      if (!is_first && text_.Take(']')) break;
      RETURN_IF_ERROR(Member(set, depth));
    }
    return negative ? Opposite(std::move(set)) : set;
  }

 private:
  absl::Status Member(CodePointSet& set, int depth) {
    if (text_.Take("&&")) return text_.Error("the intersection of sets");
    if (text_.Take("[:")) return text_.Error("bracket classes");
    if (text_.Take('[')) {
      ASSIGN_OR_RETURN(const CodePointSet inner, Parse(depth + 1));
      set.Add(inner);
      return absl::OkStatus();
    }
    ASSIGN_OR_RETURN(const RegexEscape first, One());
    if (first.set.has_value()) {
      set.Add(*first.set);
      return absl::OkStatus();
    }
    return Range(first.character, set);
  }

  absl::StatusOr<RegexEscape> One() {
    if (text_.Take('\\')) return ParseRegexEscape(text_);
    return RegexEscape{.character = text_.Next()};
  }

  // `first` alone, or up to what stands behind a hyphen; a hyphen at the end is one itself.
  absl::Status Range(char32_t first, CodePointSet& set) {
    char32_t last = first;
    const size_t hyphen = text_.position();
    if (text_.Take('-')) {
      if (text_.AtEnd() || text_.Peek() == ']') {
        text_.Return(hyphen);
      } else {
        ASSIGN_OR_RETURN(const RegexEscape end, One());
        if (end.set.has_value() || end.character < first) return text_.Error("such a range");
        last = end.character;
      }
    }
    set.AddRange(first, last);
    if (!ignore_case_) return absl::OkStatus();
    for (char32_t c = first; c <= last; ++c) {
      if (!AddOtherCase(c, set)) return text_.Error("letters beyond ASCII without regard to case");
    }
    return absl::OkStatus();
  }

  RegexText& text_;
  const bool ignore_case_;
};

}  // namespace

absl::StatusOr<RegexEscape> ParseRegexEscape(RegexText& text) {
  if (text.AtEnd()) return text.Error("a backslash at the end");
  const char32_t c = text.Next();
  RegexEscape escape;
  if (c == 'p' || c == 'P') {
    ASSIGN_OR_RETURN(escape.set, Property(text, c == 'P'));
    return escape;
  }
  if (c == 'x' || c == 'u') {
    ASSIGN_OR_RETURN(escape.character, NumberedCharacter(text, c == 'u'));
    return escape;
  }
  escape.set = ShortSet(c);
  if (escape.set.has_value()) return escape;
  const std::optional<char32_t> control = ControlCharacter(c);
  if (!control.has_value() && c < 0x80 && absl::ascii_isalnum(static_cast<unsigned char>(c))) {
    return text.Error(absl::StrCat("the escape \\", std::string(1, static_cast<char>(c))));
  }
  escape.character = control.value_or(c);
  return escape;
}

absl::StatusOr<CodePointSet> ParseRegexSet(RegexText& text, bool ignore_case) {
  return SetParser(text, ignore_case).Parse(0);
}

bool AddOtherCase(char32_t c, CodePointSet& set) {
  if (c > 0x7F) return false;
  const char32_t lower = c | 0x20;
  if (lower < 'a' || lower > 'z') return true;
  set.AddOne(lower);
  set.AddOne(lower - 0x20);
  if (lower == 's') set.AddOne(kLongS);
  if (lower == 'k') set.AddOne(kKelvin);
  return true;
}

}  // namespace widthlab::tokenizer
