// Token ids that a client brings instead of text: {"input_ids": [[1, 2, 3], [4, 5]]}.
//
//   ASSIGN_OR_RETURN(std::vector<TokenDocument> documents, LoadTokenIds(store, spec.text()));
//
// Every row is a document, and one sequence of the capture.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_TOKEN_INPUT_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_TOKEN_INPUT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/tokenizer/token_document.h"

namespace widthlab::capture {

// INVALID_ARGUMENT on field input_ids, input_ids[i] or input_ids[i][j] for text that is not this
// JSON, an empty list or row, and an id that is not in [0, 2^32).
absl::StatusOr<std::vector<std::vector<uint32_t>>> ParseTokenIds(std::string_view json);

// Of all files of an artifact, ascending by path. Errors have the file's name in front.
absl::StatusOr<std::vector<tokenizer::TokenDocument>> LoadTokenIds(artifact::ArtifactStore& store,
                                                                   std::string_view id);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_TOKEN_INPUT_H_
