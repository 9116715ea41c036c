// The documents of JSON lines in an artifact: texts through the model's tokenizer, or ids.
//
//   ASSIGN_OR_RETURN(std::vector<tokenizer::TokenDocument> documents,
//                    LoadJsonl(store, spec.text(), spec.input_field(), tokenizer,
//                    vocabulary_size));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_JSONL_DOCUMENTS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_JSONL_DOCUMENTS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/tokenizer/token_document.h"
#include "common/tokenizer/tokenizer.h"

namespace widthlab::capture {

// Asked for at the first line with a text: ids need no tokenizer.
using TokenizerMaker = std::function<absl::StatusOr<std::unique_ptr<tokenizer::Tokenizer>>()>;

// Line by line, of all files, ascending by path. Errors: those of ReadJsonl and of the tokenizer,
// which name file and line; TokenError with rule vocabulary for an id outside it; INVALID_ARGUMENT
// on "text" for a file of over 4 GiB, since its documents are kept in memory.
absl::StatusOr<std::vector<tokenizer::TokenDocument>> LoadJsonl(
    artifact::ArtifactStore& store, std::string_view id, std::string_view field,
    const TokenizerMaker& make_tokenizer, int64_t vocabulary_size);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_JSONL_DOCUMENTS_H_
