// Cuts text into the pieces inside which tokens are merged.
//
//   PreTokenizer split = ...;                          // from a tokenizer.json, or gguf_rules.h
//   RETURN_IF_ERROR(split->Split({text, /*begins_text=*/true}, [](const TextPiece& piece) {
//     ... return absl::OkStatus(); }));
//
// Pieces arrive in order and live until their sink returns, so that a long text needs no memory.
// Immutable: calls from several threads are fine.
#ifndef WIDTHLAB_COMMON_TOKENIZER_PRE_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_PRE_TOKENIZER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/tokenizer/split_pattern.h"

namespace widthlab::tokenizer {

struct TextPiece {
  // Not empty.
  std::string_view text;
  // Whether it starts where the whole text does.
  bool begins_text = false;
};

using PieceSink = absl::FunctionRef<absl::Status(const TextPiece&)>;

class PreTokenizer {
 public:
  virtual ~PreTokenizer() = default;

  // `piece` is valid UTF-8. Errors: those of `sink` and of a regular expression that gives up.
  virtual absl::Status Split(const TextPiece& piece, PieceSink sink) const = 0;
};

// One after the other; none leaves a text whole.
std::unique_ptr<PreTokenizer> SplitInTurn(std::vector<std::unique_ptr<PreTokenizer>> parts);

// At the matches of a pattern.
std::unique_ptr<PreTokenizer> SplitAtPattern(SplitPattern pattern, SplitBehavior behavior,
                                             bool invert);

// GPT-2's: with `use_regex` into words that keep the blank in front, and every byte as the
// character that byte_alphabet.h gives it; `add_prefix_space` puts a blank before a text that has
// none.
std::unique_ptr<PreTokenizer> SplitByteLevel(bool add_prefix_space, bool use_regex);

// Runs of word characters, and of others that are no white space; white space goes.
std::unique_ptr<PreTokenizer> SplitIntoWords();

// SentencePiece's: blanks become `replacement`, one is put in front of every piece or of the first,
// and with `split` each piece begins with one.
enum class PrependScheme { kAlways, kFirst, kNever };
std::unique_ptr<PreTokenizer> SplitMetaspace(std::string replacement, PrependScheme prepend,
                                             bool split);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_PRE_TOKENIZER_H_
