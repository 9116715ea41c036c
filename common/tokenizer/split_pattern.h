// Where text is cut: at a regular expression, a literal, or characters of a set.
//
//   ASSIGN_OR_RETURN(SplitPattern pattern, SplitPattern::OfRegex("\\s+"));
//   pattern.Split(text, SplitBehavior::kIsolated, /*invert=*/false,
//                 [](std::string_view part) { ...; return absl::OkStatus(); });
#ifndef WIDTHLAB_COMMON_TOKENIZER_SPLIT_PATTERN_H_
#define WIDTHLAB_COMMON_TOKENIZER_SPLIT_PATTERN_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/tokenizer/regex/regex.h"
#include "common/tokenizer/unicode/code_point_set.h"

namespace widthlab::tokenizer {

// What becomes of a match.
enum class SplitBehavior {
  kRemoved,             // nothing
  kIsolated,            // a piece of its own
  kMergedWithPrevious,  // the end of the piece before it
  kMergedWithNext,      // the begin of the piece behind it
  kContiguous,          // one piece with the matches next to it
};

class SplitPattern {
 public:
  static absl::StatusOr<SplitPattern> OfRegex(std::string_view regex);
  // `literal` is not empty.
  static SplitPattern OfLiteral(std::string literal);
  // Each character of the set is a match.
  static SplitPattern OfSet(const CodePointSet& set);

  // The parts of `text` in order, none of them empty. `invert` takes what lies between matches for
  // the matches.
  absl::Status Split(std::string_view text, SplitBehavior behavior, bool invert,
                     absl::FunctionRef<absl::Status(std::string_view)> sink) const;

  // `text` with every match replaced.
  absl::StatusOr<std::string> Replace(std::string_view text, std::string_view replacement) const;

 private:
  struct Part {
    std::string_view text;
    bool is_match;
  };
  using PartSink = absl::FunctionRef<absl::Status(const Part&)>;
  using Pattern = std::variant<Regex, std::string, const CodePointSet*>;

  explicit SplitPattern(Pattern pattern) : pattern_(std::move(pattern)) {}

  // Matches and what lies between, in order.
  absl::Status Parts(std::string_view text, PartSink sink) const;
  absl::Status RegexParts(const Regex& regex, std::string_view text, PartSink sink) const;
  static absl::Status LiteralParts(std::string_view literal, std::string_view text, PartSink sink);
  static absl::Status SetParts(const CodePointSet& set, std::string_view text, PartSink sink);
  static std::vector<std::string_view> Merged(const std::vector<Part>& parts,
                                              SplitBehavior behavior);

  Pattern pattern_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_SPLIT_PATTERN_H_
