// The tokenizer inside a GGUF file.
//
//   ASSIGN_OR_RETURN(const tensor_io::GgufFile file, tensor_io::GgufFile::Open("model.gguf"));
//   ASSIGN_OR_RETURN(std::unique_ptr<Tokenizer> tokenizer, MakeGgufTokenizer(file));
//
// tokenizer.ggml.model `gpt2` (byte-level BPE under a rule of gguf_rules.h) and `llama` (merges by
// score, with bytes for what is no piece). The ids are llama.cpp's, with special tokens found in
// the text. Keeps nothing of the file.
#ifndef WIDTHLAB_COMMON_TOKENIZER_GGUF_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_GGUF_TOKENIZER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tokenizer/tokenizer.h"

namespace widthlab::tokenizer {

// INVALID_ARGUMENT names the key. NOT_FOUND NO_TOKENIZER for a file without one.
absl::StatusOr<std::unique_ptr<Tokenizer>> MakeGgufTokenizer(const tensor_io::GgufFile& file);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_GGUF_TOKENIZER_H_
