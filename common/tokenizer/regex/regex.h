// Regular expressions over Unicode text, with look-ahead: what splits text before byte-pair merges.
//
//   ASSIGN_OR_RETURN(const Regex regex, Regex::Compile("\\p{N}{1,3}|\\s+(?!\\S)|\\s+"));
//   RegexMatches matches(regex, text);
//   while (matches.Next()) ... text.substr(matches.begin(), matches.end() - matches.begin()) ...
//   RETURN_IF_ERROR(matches.status());
//
// The syntax and its meaning are Oniguruma's (regex_syntax.h), the classes those of Unicode 16 on
// every machine. Backtracking, without recursion over the text: linear for the patterns that
// tokenizers use; a pattern that tries too many ways on some text is an error, not a hang.
#ifndef WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_H_
#define WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/tokenizer/regex/regex_program.h"

namespace widthlab::tokenizer {

// Immutable; may be used from several threads, and is cheap to copy.
class Regex {
 public:
  // INVALID_ARGUMENT on field "regex".
  static absl::StatusOr<Regex> Compile(std::string_view pattern);

  const std::string& pattern() const { return pattern_; }

 private:
  friend class RegexMatches;
  Regex(std::string pattern, std::shared_ptr<const RegexProgram> program)
      : pattern_(std::move(pattern)), program_(std::move(program)) {}

  std::string pattern_;
  std::shared_ptr<const RegexProgram> program_;
};

// All matches, from left to right, that do not overlap. An empty one directly behind the last match
// is passed over.
class RegexMatches {
 public:
  // `text` is valid UTF-8; it and `regex` must outlive the matches.
  RegexMatches(const Regex& regex, std::string_view text);

  // False when there is none any more, or status() says why not.
  bool Next();

  size_t begin() const { return begin_; }
  size_t end() const { return end_; }
  const absl::Status& status() const { return status_; }

 private:
  // A place to go on from when a way fails: instruction `pc` at `at`, where `bound` is kNone. Else
  // `pc` is a repeat of one character, which has several such places, down (or up) to `bound`.
  struct Choice {
    uint32_t pc;
    size_t at;
    size_t bound;
  };

  static constexpr size_t kNone = static_cast<size_t>(-1);

  // Where a match of the instructions from `pc` on that begins at `at` ends, or kNone.
  size_t Run(uint32_t pc, size_t at);

  // One instruction at `pc`, which moves on: true where it holds.
  bool Step(uint32_t& pc, size_t& at);
  bool Repeat(const RegexInstruction& repeat, uint32_t pc, size_t& at);
  bool LooksAt(const RegexInstruction& look, uint32_t pc, size_t at);
  bool Reads(const RegexInstruction& one, size_t& at) const;

  // Takes up the last choice made since the stack had `floor` entries.
  bool Backtrack(size_t floor, uint32_t& pc, size_t& at);

  const Regex& regex_;
  const RegexProgram& program_;
  std::string_view text_;
  std::vector<Choice> choices_;
  size_t begin_ = 0;
  size_t end_ = 0;
  size_t search_from_ = 0;
  bool matched_before_ = false;
  uint64_t steps_left_;
  absl::Status status_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_H_
