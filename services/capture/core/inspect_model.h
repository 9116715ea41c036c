// What a checkpoint is, read from its configuration and the headers of its weights.
//
//   ASSIGN_OR_RETURN(ModelFacts facts, InspectFiles(files));    // common/model/model_files.h
//   ASSIGN_OR_RETURN(ModelFacts facts, InspectFolder("/models/run"));
//   ASSIGN_OR_RETURN(ModelFacts facts, InspectStored(store, id));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_INSPECT_MODEL_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_INSPECT_MODEL_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/artifact/artifact_store.h"
#include "common/model/model_files.h"
#include "common/model/source_check.h"

namespace widthlab::capture {

struct ModelFacts {
  architecture::Architecture architecture = {};
  // Of the weights, for instance "F32"; "mixed" where they differ.
  std::string dtype = {};
  int64_t tensors = 0;
  int64_t weight_bytes = 0;
  // Against what the architecture needs.
  model::SourceDifference difference = {};
  // Where it comes from: "tokenizer.json", "tokenizer.model", "gguf", or "byte"; empty where it is
  // not known.
  std::string tokenizer = {};
};

// NOT_FOUND for a missing file; DATA_LOSS CORRUPT_FILE naming the file for one that breaks its
// format; INVALID_ARGUMENT naming the key for the configuration of a model that we do not know.
absl::StatusOr<ModelFacts> InspectFiles(const model::ModelFiles& files);
absl::StatusOr<ModelFacts> InspectFolder(const std::string& folder);
absl::StatusOr<ModelFacts> InspectStored(artifact::ArtifactStore& store, std::string_view id);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_INSPECT_MODEL_H_
