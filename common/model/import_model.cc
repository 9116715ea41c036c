#include "common/model/import_model.h"

#include "absl/strings/match.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/linked_blob.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

constexpr int kSchemaVersion = 1;

const char* MediaType(const std::string& name) {
  if (absl::EndsWith(name, ".json")) return "application/json";
  if (absl::EndsWith(name, ".safetensors")) return "application/vnd.safetensors";
  if (absl::EndsWith(name, ".txt")) return "text/plain";
  return "application/octet-stream";
}

}  // namespace

absl::StatusOr<artifact::v1::Artifact> ImportModel(const ModelFiles& files,
                                                   const std::string& source,
                                                   artifact::ArtifactStore& store,
                                                   absl::FunctionRef<absl::Status()> check) {
  RETURN_IF_ERROR(ReadArchitecture(files).status());
  RETURN_IF_ERROR(OpenWeights(files).status());
  artifact::ArtifactBuilder builder(store, artifact::v1::ARTIFACT_KIND_MODEL, kSchemaVersion);
  for (const auto& [name, path] : files.paths) {
    ASSIGN_OR_RETURN(const artifact::BlobInfo blob, artifact::LinkBlob(store.blobs(), path, check));
    RETURN_IF_ERROR(builder.AddBlob(name, MediaType(name), blob));
  }
  artifact::v1::ImportSpec spec;
  spec.set_source(source);
  return builder.Commit({.spec_type = spec.GetDescriptor()->full_name(),
                         .spec_json = spec::CanonicalJson(spec),
                         .algorithm_version = "model.Import/1"});
}

}  // namespace widthlab::model
