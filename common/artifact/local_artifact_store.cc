#include "common/artifact/local_artifact_store.h"

#include "absl/strings/str_cat.h"
#include "common/artifact/local_blob_store.h"
#include "common/status/macros.h"

namespace widthlab::artifact {

absl::StatusOr<std::unique_ptr<LocalArtifactStore>> LocalArtifactStore::Open(
    const LocalStoreOptions& options) {
  const std::string blobs_folder =
      options.blobs_folder.empty() ? absl::StrCat(options.folder, "/blobs") : options.blobs_folder;
  ASSIGN_OR_RETURN(auto blobs, LocalBlobStore::Open(blobs_folder, *options.files));
  ASSIGN_OR_RETURN(auto manifests, ManifestFolder::Open(options.folder, *options.files));
  ASSIGN_OR_RETURN(auto catalogue,
                   Catalogue::Open(absl::StrCat(options.folder, "/catalogue.sqlite")));
  RebuildOutcome rebuilt;
  ASSIGN_OR_RETURN(const int64_t count, catalogue->Count());
  if (count == 0) {
    ASSIGN_OR_RETURN(rebuilt, RebuildCatalogue(*manifests, *catalogue));
  }
  return std::unique_ptr<LocalArtifactStore>(new LocalArtifactStore(
      std::move(blobs), std::move(catalogue), std::move(manifests), std::move(rebuilt)));
}

}  // namespace widthlab::artifact
