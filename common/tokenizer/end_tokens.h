// The ids that a model ends a document with, as its own files name them.
//
//   ASSIGN_OR_RETURN(const std::vector<int64_t> ends, EndTokens(files));   // {50256}
#ifndef WIDTHLAB_COMMON_TOKENIZER_END_TOKENS_H_
#define WIDTHLAB_COMMON_TOKENIZER_END_TOKENS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "common/model/model_files.h"

namespace widthlab::tokenizer {

// eos_token_id of config.json, which may be one id or several, or tokenizer.ggml.eos_token_id of a
// GGUF; empty where they say nothing. Errors are those of reading the files; INVALID_ARGUMENT on
// eos_token_id for what is no id.
absl::StatusOr<std::vector<int64_t>> EndTokens(const model::ModelFiles& files);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_END_TOKENS_H_
