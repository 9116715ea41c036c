#include "services/host/model_references.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "common/model/hugging_face_cache.h"
#include "common/model/import_model.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::host {
namespace {

bool IsPath(const std::string& name) { return absl::StartsWith(name, "/"); }

// What the store calls `name` is what the client wrote into `field`.
absl::Status AboutField(const absl::Status& status, std::string_view field) {
  std::optional<ErrorFacts> facts = FactsOf(status);
  if (!facts.has_value() || facts->field != "name") return status;
  facts->field = std::string(field);
  return MakeError(status.code(), *std::move(facts), std::string(status.message()));
}

absl::Status CheckGiven(std::string_view field, const std::string& name) {
  if (!name.empty()) return absl::OkStatus();
  return InvalidField(field, "empty",
                      "an artifact's id, the path of a checkpoint's folder or .gguf file, or the "
                      "org/name of a model in the Hugging Face cache");
}

// What an import is called: the name in the cache, or the last part of the path.
std::string SourceOf(const std::string& name) {
  if (!IsPath(name)) return name;
  std::filesystem::path path(name);
  if (!path.has_filename()) path = path.parent_path();
  return path.filename().string();
}

}  // namespace

bool ModelReferences::IsReference(const std::string& name) {
  return IsPath(name) || (model::IsHuggingFaceName(name) && !absl::StartsWith(name, "artifacts/"));
}

absl::StatusOr<std::string> ModelReferences::PathOf(std::string_view field,
                                                    const std::string& name) const {
  if (IsPath(name)) return name;
  return model::FindInHuggingFaceCache(field, name, model::HuggingFaceCacheFolder());
}

absl::StatusOr<model::ModelFiles> ModelReferences::FindPath(std::string_view field,
                                                            const std::string& path) const {
  // Before anything else is said about the path.
  RETURN_IF_ERROR(roots_.Resolve(field, path).status());
  const std::string lexical = std::filesystem::path(path).lexically_normal().string();
  return model::FindModelFiles(
      lexical, [this, field](const std::string& file) { return roots_.Resolve(field, file); });
}

absl::StatusOr<model::ModelFiles> ModelReferences::Find(std::string_view field,
                                                        const std::string& name) const {
  RETURN_IF_ERROR(CheckGiven(field, name));
  if (!IsReference(name)) {
    absl::StatusOr<model::ModelFiles> files = model::StoredModelFiles(store_, name);
    if (!files.ok()) return AboutField(files.status(), field);
    return files;
  }
  ASSIGN_OR_RETURN(const std::string path, PathOf(field, name));
  return FindPath(field, path);
}

absl::StatusOr<artifact::v1::Artifact> ModelReferences::Artifact(
    std::string_view field, const std::string& name,
    absl::FunctionRef<absl::Status()> check) const {
  RETURN_IF_ERROR(CheckGiven(field, name));
  if (!IsReference(name)) {
    absl::StatusOr<artifact::v1::Artifact> artifact = store_.Get(name);
    if (!artifact.ok()) return AboutField(artifact.status(), field);
    return artifact;
  }
  ASSIGN_OR_RETURN(const std::string path, PathOf(field, name));
  ASSIGN_OR_RETURN(const model::ModelFiles files, FindPath(field, path));
  return model::ImportModel(files, SourceOf(name), store_, check);
}

absl::StatusOr<std::string> ModelReferences::ArtifactId(
    std::string_view field, const std::string& name,
    absl::FunctionRef<absl::Status()> check) const {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, Artifact(field, name, check));
  return artifact.id();
}

}  // namespace widthlab::host
