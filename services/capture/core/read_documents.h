// The documents that a step runs a model on: text through the model's own tokenizer, or token ids.
//
//   ASSIGN_OR_RETURN(const std::vector<tokenizer::TokenDocument> documents,
//                    ReadDocuments(spec, files, architecture, store));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_READ_DOCUMENTS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_READ_DOCUMENTS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/artifact/artifact_store.h"
#include "common/model/model_files.h"
#include "common/status/macros.h"
#include "common/tokenizer/model_tokenizer.h"
#include "common/tokenizer/text_documents.h"
#include "services/capture/core/token_input.h"

namespace widthlab::capture {

// `Spec` has the fields text and input_format. Errors of LoadTokenIds, ModelTokenizer and
// LoadDocuments.
template <typename Spec>
absl::StatusOr<std::vector<tokenizer::TokenDocument>> ReadDocuments(
    const Spec& spec, const model::ModelFiles& files, const architecture::Architecture& a,
    artifact::ArtifactStore& store) {
  if (spec.input_format() == "token_ids") return LoadTokenIds(store, spec.text());
  ASSIGN_OR_RETURN(const std::unique_ptr<tokenizer::Tokenizer> tokenizer,
                   tokenizer::ModelTokenizer(files, a));
  return tokenizer::LoadDocuments(store, spec.text(), *tokenizer);
}

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_READ_DOCUMENTS_H_
