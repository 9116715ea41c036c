// Models that were made elsewhere, as artifacts: by reference, nothing is copied.
//
//   ASSIGN_OR_RETURN(const ModelFiles files, FindModelFiles("/models/llama"));
//   ASSIGN_OR_RETURN(const artifact::v1::Artifact model, ImportModel(files, "llama", store));
#ifndef WIDTHLAB_COMMON_MODEL_IMPORT_MODEL_H_
#define WIDTHLAB_COMMON_MODEL_IMPORT_MODEL_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/model/model_files.h"

namespace widthlab::model {

// An artifact of kind MODEL whose manifest has every file with its digest. The same files under the
// same `source` (the model's name, no absolute path) give the same artifact. Digests are remembered
// (common/artifact/linked_blob.h), so that only the first import reads all bytes; `check` is asked
// meanwhile, and its error ends it. The configuration and the headers of the weights are checked
// before: errors of ReadArchitecture and OpenWeights.
absl::StatusOr<artifact::v1::Artifact> ImportModel(
    const ModelFiles& files, const std::string& source, artifact::ArtifactStore& store,
    absl::FunctionRef<absl::Status()> check = [] { return absl::OkStatus(); });

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_IMPORT_MODEL_H_
