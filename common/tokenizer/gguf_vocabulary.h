// What a GGUF file's metadata says of its tokenizer: tokens, their types, special ids.
//
//   ASSIGN_OR_RETURN(const GgufVocabulary vocabulary, ReadGgufVocabulary(file));
#ifndef WIDTHLAB_COMMON_TOKENIZER_GGUF_VOCABULARY_H_
#define WIDTHLAB_COMMON_TOKENIZER_GGUF_VOCABULARY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tokenizer/sentence_piece_model.h"

namespace widthlab::tokenizer {

struct GgufVocabulary {
  std::string model = {};
  // By id; types and scores as SentencePiece counts them, normal and 0 where there are none.
  std::vector<SentencePiece> pieces = {};
  std::optional<bool> add_bos = std::nullopt;
  bool add_eos = false;
  bool add_space_prefix = true;
  // -1 where there is none.
  int64_t bos_id = -1;
  int64_t eos_id = -1;
  int64_t unknown_id = -1;

  // Whether it is looked for in the text as it is.
  static bool IsSpecial(const SentencePiece& piece);
};

// INVALID_ARGUMENT names the key whose value does not fit; NOT_FOUND NO_TOKENIZER where there is no
// tokenizer.ggml.model.
absl::StatusOr<GgufVocabulary> ReadGgufVocabulary(const tensor_io::GgufFile& file);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_GGUF_VOCABULARY_H_
