#include "common/artifact/artifact_store.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {

absl::StatusOr<v1::ArtifactFile> FindFile(const v1::Artifact& artifact, std::string_view file) {
  std::string names;
  for (const v1::ArtifactFile& entry : artifact.manifest().files()) {
    if (entry.name() == file) return entry;
    // Texts may have thousands of files.
    if (names.size() < 1000) absl::StrAppend(&names, names.empty() ? "" : ", ", entry.name());
  }
  return NotFound("FILE_NOT_FOUND", file,
                  absl::StrCat("artifact ", artifact.id(), " has no file ", std::string(file),
                               "; there are ", names));
}

absl::StatusOr<std::string> ReadFile(ArtifactStore& store, const v1::Artifact& artifact,
                                     std::string_view file) {
  ASSIGN_OR_RETURN(const v1::ArtifactFile entry, FindFile(artifact, file));
  return store.blobs().Read(entry.digest(), 0, -1);
}

absl::StatusOr<std::string> FilePath(ArtifactStore& store, const v1::Artifact& artifact,
                                     std::string_view file) {
  ASSIGN_OR_RETURN(const v1::ArtifactFile entry, FindFile(artifact, file));
  return store.blobs().LocalPath(entry.digest());
}

}  // namespace widthlab::artifact
