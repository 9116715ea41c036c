// Checkpoints in the artifact store: of training runs, and of imported models.
//
//   ASSIGN_OR_RETURN(model::Parameters weights, StoredParameters(store, spec.model()));
//   RETURN_IF_ERROR(AddCheckpoint(weights, store, builder));    // config.json, model.safetensors
#ifndef WIDTHLAB_COMMON_MODEL_STORED_MODEL_H_
#define WIDTHLAB_COMMON_MODEL_STORED_MODEL_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/model/checkpoint.h"
#include "common/model/parameters.h"

namespace widthlab::model {

// config.json of the artifact. NOT_FOUND where it has none.
absl::StatusOr<architecture::Architecture> StoredArchitecture(artifact::ArtifactStore& store,
                                                              std::string_view id);

// Path of the artifact's model.safetensors, to be read in place.
absl::StatusOr<std::string> StoredWeightsPath(artifact::ArtifactStore& store, std::string_view id);

// The whole model. DATA_LOSS CORRUPT_FILE where its files do not fit each other.
absl::StatusOr<Parameters> StoredParameters(artifact::ArtifactStore& store, std::string_view id);

// Writes both files of a checkpoint into an artifact.
absl::Status AddCheckpoint(const Parameters& parameters, artifact::ArtifactStore& store,
                           artifact::ArtifactBuilder& builder);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_STORED_MODEL_H_
