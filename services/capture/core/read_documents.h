// The documents that a step runs a model on: text through the model's own tokenizer, token ids, or
// token shards of other tools.
//
//   ASSIGN_OR_RETURN(const std::unique_ptr<Documents> documents,
//                    ReadDocuments(InputOf(spec), files, architecture, store));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_READ_DOCUMENTS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_READ_DOCUMENTS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/artifact/artifact_store.h"
#include "common/model/model_files.h"
#include "services/capture/core/documents.h"

namespace widthlab::capture {

struct Input {
  // Id of the artifact.
  std::string text = {};
  // As FinishInputFormat left it.
  std::string format = {};
  std::string field = {};
};

// Of a spec with the fields text, input_format and input_field.
template <typename Spec>
Input InputOf(const Spec& spec) {
  return {.text = spec.text(), .format = spec.input_format(), .field = spec.input_field()};
}

// Errors: those of LoadTokenIds, OpenShards, LoadJsonl, ModelTokenizer and LoadDocuments.
absl::StatusOr<std::unique_ptr<Documents>> ReadDocuments(const Input& input,
                                                         const model::ModelFiles& files,
                                                         const architecture::Architecture& a,
                                                         artifact::ArtifactStore& store);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_READ_DOCUMENTS_H_
