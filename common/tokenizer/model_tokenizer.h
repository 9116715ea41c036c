// The tokenizer of a model, chosen from the model's own files.
//
//   ASSIGN_OR_RETURN(const model::ModelFiles files, model::StoredModelFiles(store, spec.model()));
//   ASSIGN_OR_RETURN(const auto tokenizer, ModelTokenizer(files, architecture));
//   ASSIGN_OR_RETURN(const auto tokenizer, ReadTokenizer("/models/tokenizer.json"));
//
// tokenizer.json comes first, and says by itself which special tokens go around a document. Then
// tokenizer.model, about which tokenizer_config.json says it (add_bos_token, true where it says
// nothing; add_eos_token, false). Then what a GGUF file carries. A checkpoint of ours without any
// of them reads bytes.
#ifndef WIDTHLAB_COMMON_TOKENIZER_MODEL_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_MODEL_TOKENIZER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/model/model_files.h"
#include "common/tokenizer/tokenizer.h"

namespace widthlab::tokenizer {

// FAILED_PRECONDITION NO_TOKENIZER where the model has none. INVALID_ARGUMENT where a file cannot
// be read (its name in front), and on field "model" where the tokenizer has more ids than the
// architecture's embedding.
absl::StatusOr<std::unique_ptr<Tokenizer>> ModelTokenizer(const model::ModelFiles& files,
                                                          const architecture::Architecture& a);

// A tokenizer.json, a SentencePiece model or a GGUF file by itself, told apart by their first
// bytes. Nothing goes around a document of a SentencePiece model, which does not say.
absl::StatusOr<std::unique_ptr<Tokenizer>> ReadTokenizer(const std::string& path);

// The same for bytes: the first two kinds.
absl::StatusOr<std::unique_ptr<Tokenizer>> ParseTokenizer(std::string_view bytes);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_MODEL_TOKENIZER_H_
