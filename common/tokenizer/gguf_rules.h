// The rules that a GGUF file names in tokenizer.ggml.pre: how text is cut before merges.
//
//   ASSIGN_OR_RETURN(GgufRule rule, FindGgufRule("smollm"));
//   rule.pre_tokenizer->Split(...)             // digits one by one, then GPT-2's words
//
// They are llama.cpp's. `default`, which is also what a file without a name means, cuts
// punctuation, GPT-2's words and groups of three digits.
#ifndef WIDTHLAB_COMMON_TOKENIZER_GGUF_RULES_H_
#define WIDTHLAB_COMMON_TOKENIZER_GGUF_RULES_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/tokenizer/pre_tokenizer.h"

namespace widthlab::tokenizer {

struct GgufRule {
  std::unique_ptr<PreTokenizer> pre_tokenizer = nullptr;
  // A piece that is a token needs no merges.
  bool ignore_merges = false;
  // Where the file does not say.
  bool add_bos = false;
};

// INVALID_ARGUMENT on field "tokenizer.ggml.pre" for a name that is not known, with those that are.
absl::StatusOr<GgufRule> FindGgufRule(std::string_view name);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_GGUF_RULES_H_
