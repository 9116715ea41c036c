// A tokenizer from the tokenizer.json that Hugging Face's models come with.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Tokenizer> tokenizer, ParseTokenizerJson(bytes));
//   tokenizer->EncodeDocument("Hi")                     // with <s> in front, where the file says
//   so
//
// Byte-pair encoding, byte-level (GPT-2, Llama 3, Qwen, SmolLM, OLMo) and with SentencePiece's
// blanks (Llama 2, Gemma, Mistral). The ids are those of `tokenizers`. A component, key or option
// that is not known is an error that names it. Left alone are `truncation` and `padding`, which
// belong to a batch of texts, not to a text.
#ifndef WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_JSON_H_
#define WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_JSON_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/tokenizer/tokenizer.h"

namespace widthlab::tokenizer {

inline constexpr char kTokenizerJsonName[] = "tokenizer.json";

// INVALID_ARGUMENT names the path in the file and what is wrong with it.
absl::StatusOr<std::unique_ptr<Tokenizer>> ParseTokenizerJson(std::string_view json);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_JSON_H_
