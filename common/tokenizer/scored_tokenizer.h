// The tokenizer that a GGUF file calls `llama`: merges by score, bytes for what is no piece.
//
//   ASSIGN_OR_RETURN(auto tokenizer, MakeScoredTokenizer(std::move(vocabulary)));
//
// A blank goes before the text and before each part behind a special token, where the file asks for
// it; blanks are U+2581 in pieces.
#ifndef WIDTHLAB_COMMON_TOKENIZER_SCORED_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_SCORED_TOKENIZER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "common/tokenizer/gguf_vocabulary.h"
#include "common/tokenizer/tokenizer.h"

namespace widthlab::tokenizer {

// INVALID_ARGUMENT names the key.
absl::StatusOr<std::unique_ptr<Tokenizer>> MakeScoredTokenizer(GgufVocabulary vocabulary);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_SCORED_TOKENIZER_H_
