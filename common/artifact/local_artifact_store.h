// The artifact store in a data folder:
//
//   FOLDER/catalogue.sqlite   index; made again from the manifests where it is missing
//   FOLDER/manifests, records, incoming   as ManifestFolder has them
//   FOLDER/blobs              as LocalBlobStore has them, unless another folder is named
//
//   ASSIGN_OR_RETURN(auto store, LocalArtifactStore::Open({.folder = "data"}));
//
// One process at a time: hold the folder with DataFolder. The blobs may be shared.
#ifndef WIDTHLAB_COMMON_ARTIFACT_LOCAL_ARTIFACT_STORE_H_
#define WIDTHLAB_COMMON_ARTIFACT_LOCAL_ARTIFACT_STORE_H_

#include <memory>
#include <string>

#include "common/artifact/catalogue_artifact_store.h"
#include "common/artifact/catalogue_rebuild.h"
#include "common/artifact/file_system.h"

namespace widthlab::artifact {

struct LocalStoreOptions {
  std::string folder = {};
  // Empty for FOLDER/blobs.
  std::string blobs_folder = {};
  FileSystem* files = &FileSystem::Real();
};

class LocalArtifactStore : public CatalogueArtifactStore {
 public:
  static absl::StatusOr<std::unique_ptr<LocalArtifactStore>> Open(const LocalStoreOptions& options);

  // What was made again when the store was opened; nothing where the catalogue was there.
  const RebuildOutcome& rebuilt() const { return rebuilt_; }

 private:
  LocalArtifactStore(std::unique_ptr<BlobStore> blobs, std::unique_ptr<Catalogue> catalogue,
                     std::unique_ptr<ManifestFolder> manifests, RebuildOutcome rebuilt)
      : CatalogueArtifactStore(std::move(blobs), std::move(catalogue), std::move(manifests)),
        rebuilt_(std::move(rebuilt)) {}

  RebuildOutcome rebuilt_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_LOCAL_ARTIFACT_STORE_H_
