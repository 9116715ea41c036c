// A regular expression as instructions for a backtracking machine (regex.h).
#ifndef WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_PROGRAM_H_
#define WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tokenizer/regex/regex_syntax.h"
#include "common/tokenizer/unicode/code_point_set.h"

namespace widthlab::tokenizer {

inline constexpr size_t kMaxRegexInstructions = 20000;

struct RegexInstruction {
  enum class Op : uint8_t {
    kRead,    // one character
    kRepeat,  // one character, least to most times
    kSplit,   // first `first`, and where that fails `second`
    kJump,    // to `first`
    kLook,    // the instructions up to its kDone; goes on at `first`
    kAtomic,  // the same, and reads what they read
    kLineBegin,
    kLineEnd,
    kTextBegin,
    kTextEnd,
    kDone,
  };

  Op op = Op::kDone;
  RegexNode::Greed greed = RegexNode::Greed::kGreedy;
  bool behind = false;
  bool negative = false;
  // Read: one of `set`, or `character` where there is no set.
  char32_t character = 0;
  std::shared_ptr<const CodePointSet> set = nullptr;
  int least = 0;
  int most = kUnlimited;
  uint32_t first = 0;
  uint32_t second = 0;
};

// Ends with kDone.
using RegexProgram = std::vector<RegexInstruction>;

// INVALID_ARGUMENT on field "regex" for one that needs more than kMaxRegexInstructions.
absl::StatusOr<RegexProgram> CompileRegex(const RegexNode& tree);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_REGEX_REGEX_PROGRAM_H_
