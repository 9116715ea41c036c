// Manifests and records as files, from which the catalogue can be made again:
//
//   FOLDER/manifests/ab/<id>.json   canonical JSON of the manifest; its SHA-256 is the id
//   FOLDER/records/ab/<id>.json     the rest of the artifact: cache key, labels, time, provenance
//
// docs/formats/artifact.md has the formats. Not safe to use from several threads at once.
#ifndef WIDTHLAB_COMMON_ARTIFACT_MANIFEST_FOLDER_H_
#define WIDTHLAB_COMMON_ARTIFACT_MANIFEST_FOLDER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/file_system.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

class ManifestFolder {
 public:
  static absl::StatusOr<std::unique_ptr<ManifestFolder>> Open(
      const std::string& folder, FileSystem& files = FileSystem::Real());

  // Writes both files, the manifest last: an artifact whose manifest is there is complete.
  absl::Status Write(const v1::Artifact& artifact);

  // DATA_LOSS where the manifest does not give its id. A record that is missing or damaged leaves
  // its part of the artifact empty.
  absl::StatusOr<v1::Artifact> Read(std::string_view id);

  absl::Status Remove(std::string_view id);

  // Ids of all manifests, ascending.
  absl::StatusOr<std::vector<std::string>> List();

 private:
  ManifestFolder(std::string folder, FileSystem& files)
      : folder_(std::move(folder)), files_(files) {}

  std::string PathOf(std::string_view part, std::string_view id) const;

  std::string folder_;
  FileSystem& files_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_MANIFEST_FOLDER_H_
