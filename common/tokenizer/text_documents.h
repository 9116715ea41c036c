// The documents of a text artifact, as token ids.
//
//   ASSIGN_OR_RETURN(std::vector<TokenDocument> documents,
//                    LoadDocuments(store, spec.text(), *MakeByteTokenizer()));
#ifndef WIDTHLAB_COMMON_TOKENIZER_TEXT_DOCUMENTS_H_
#define WIDTHLAB_COMMON_TOKENIZER_TEXT_DOCUMENTS_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/tokenizer/token_document.h"
#include "common/tokenizer/tokenizer.h"

namespace widthlab::tokenizer {

// Every document of the artifact, ascending by path. Errors: those of the store and the tokenizer,
// with the document's path in front; INVALID_ARGUMENT on "text" for token shards, which are no
// text.
absl::StatusOr<std::vector<TokenDocument>> LoadDocuments(artifact::ArtifactStore& store,
                                                         std::string_view text,
                                                         const Tokenizer& tokenizer);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_TEXT_DOCUMENTS_H_
