#include "common/model/stored_model.h"

#include <memory>
#include <utility>

#include "common/architecture/config_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {

absl::StatusOr<architecture::Architecture> StoredArchitecture(artifact::ArtifactStore& store,
                                                              std::string_view id) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, kConfigFile));
  absl::StatusOr<architecture::Architecture> a = architecture::ParseConfigJson(json);
  if (!a.ok()) return WithContext(a.status(), kConfigFile);
  return a;
}

absl::StatusOr<std::string> StoredWeightsPath(artifact::ArtifactStore& store, std::string_view id) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  return artifact::FilePath(store, artifact, kWeightsFile);
}

absl::StatusOr<Parameters> StoredParameters(artifact::ArtifactStore& store, std::string_view id) {
  ASSIGN_OR_RETURN(const architecture::Architecture a, StoredArchitecture(store, id));
  ASSIGN_OR_RETURN(const std::string path, StoredWeightsPath(store, id));
  const auto read = [&]() -> absl::StatusOr<Parameters> {
    ASSIGN_OR_RETURN(const tensor_io::SafetensorsFile file, tensor_io::SafetensorsFile::Open(path));
    return ReadWeights(a, file);
  };
  absl::StatusOr<Parameters> parameters = read();
  if (parameters.ok()) return parameters;
  return CorruptFile(kWeightsFile, std::string(parameters.status().message()));
}

absl::Status AddCheckpoint(const Parameters& parameters, artifact::ArtifactStore& store,
                           artifact::ArtifactBuilder& builder) {
  RETURN_IF_ERROR(builder.AddFile(kConfigFile, "application/json",
                                  architecture::FormatConfigJson(parameters.architecture())));
  ASSIGN_OR_RETURN(const std::unique_ptr<artifact::BlobWriter> writer, store.blobs().Create());
  RETURN_IF_ERROR(WriteWeights(
      parameters, [&writer](std::string_view bytes) { return writer->Append(bytes); }));
  ASSIGN_OR_RETURN(const artifact::BlobInfo blob, writer->Commit());
  return builder.AddBlob(kWeightsFile, "application/vnd.safetensors", blob);
}

}  // namespace widthlab::model
