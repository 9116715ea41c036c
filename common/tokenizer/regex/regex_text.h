// A pattern that is being read, and errors that say where.
#ifndef WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_TEXT_H_
#define WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {

class RegexText {
 public:
  // `pattern` is valid UTF-8.
  explicit RegexText(std::string_view pattern) : pattern_(pattern) {}

  bool AtEnd() const { return position_ == pattern_.size(); }
  size_t position() const { return position_; }
  void Return(size_t position) { position_ = position; }

  // Requires !AtEnd().
  char Peek() const { return pattern_[position_]; }
  char32_t Next() { return NextCodePoint(pattern_, position_); }

  // Goes past the text where it stands next.
  bool Take(std::string_view wanted) {
    if (pattern_.substr(position_, wanted.size()) != wanted) return false;
    position_ += wanted.size();
    return true;
  }
  bool Take(char wanted) { return Take(std::string_view(&wanted, 1)); }

  // Up to the end mark, which is passed; nullopt where it is missing.
  std::optional<std::string_view> Until(char end) {
    const size_t found = pattern_.find(end, position_);
    if (found == std::string_view::npos) return std::nullopt;
    const std::string_view between = pattern_.substr(position_, found - position_);
    position_ = found + 1;
    return between;
  }

  // Decimal digits, of which those beyond `most` give `most` + 1.
  std::optional<int> Number(int most) {
    std::optional<int> number;
    while (!AtEnd() && Peek() >= '0' && Peek() <= '9') {
      number = number.value_or(0) * 10 + (Peek() - '0');
      if (*number > most) number = most + 1;
      ++position_;
    }
    return number;
  }

  absl::Status Error(std::string_view what) const {
    return InvalidFieldBecause(
        "regex", absl::StrCat("\"", std::string(pattern_), "\" has something at byte ", position_,
                              " that is wrong or not supported: ", std::string(what)));
  }

 private:
  std::string_view pattern_;
  size_t position_ = 0;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_TEXT_H_
