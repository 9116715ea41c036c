// Models as clients name them: an artifact, a path below an import root, or a model of the Hugging
// Face cache.
//
//   ModelReferences models(store, import_roots);
//   ASSIGN_OR_RETURN(const model::ModelFiles files, models.Find("model", "org/name"));
//   ASSIGN_OR_RETURN(const std::string id, models.ArtifactId("model", "/models/llama", check));
//
// What begins with "/" is a path: a checkpoint's folder or a .gguf file. "org/name" and
// "org/name@revision" are looked up in the cache (common/model/hugging_face_cache.h); nothing is
// downloaded. Anything else is an artifact's id. Every file that is opened must lie below an import
// root with all links followed, so that a link may lead anywhere inside them and nowhere else.
#ifndef WIDTHLAB_SERVICES_HOST_MODEL_REFERENCES_H_
#define WIDTHLAB_SERVICES_HOST_MODEL_REFERENCES_H_

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/model/model_files.h"
#include "services/host/import_roots.h"

namespace widthlab::host {

class ModelReferences {
 public:
  // Both must outlive the object.
  ModelReferences(artifact::ArtifactStore& store, const ImportRoots& roots)
      : store_(store), roots_(roots) {}

  // True of a path and of a name of the cache: what is no artifact yet.
  static bool IsReference(const std::string& name);

  // The model's files. Errors name `field`: NOT_FOUND ARTIFACT_NOT_FOUND, MODEL_NOT_IN_CACHE (with
  // what was looked at), PATH_NOT_FOUND and NO_MODEL; PERMISSION_DENIED OUTSIDE_IMPORT_ROOTS;
  // FAILED_PRECONDITION FILE_CHANGED for an artifact whose file is not what it was.
  absl::StatusOr<model::ModelFiles> Find(std::string_view field, const std::string& name) const;

  // The id of the artifact; a path or a name of the cache is imported by reference first. `check`
  // is asked while files are read for the first time.
  absl::StatusOr<std::string> ArtifactId(std::string_view field, const std::string& name,
                                         absl::FunctionRef<absl::Status()> check) const;

  // The same with the whole artifact.
  absl::StatusOr<artifact::v1::Artifact> Artifact(std::string_view field, const std::string& name,
                                                  absl::FunctionRef<absl::Status()> check) const;

 private:
  // Path of a model that is no artifact.
  absl::StatusOr<std::string> PathOf(std::string_view field, const std::string& name) const;
  absl::StatusOr<model::ModelFiles> FindPath(std::string_view field, const std::string& path) const;

  artifact::ArtifactStore& store_;
  const ImportRoots& roots_;
};

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_MODEL_REFERENCES_H_
