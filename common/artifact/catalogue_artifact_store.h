// The artifact store of the process that hosts the catalogue: any BlobStore, the catalogue, and
// (where it shall last) the manifests as files.
//
// An artifact is written in an order in which it is either not there or whole: blobs, record,
// manifest, catalogue.
#ifndef WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_ARTIFACT_STORE_H_
#define WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_ARTIFACT_STORE_H_

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "common/artifact/artifact_store.h"
#include "common/artifact/blob_store.h"
#include "common/artifact/catalogue.h"
#include "common/artifact/manifest_folder.h"

namespace widthlab::artifact {

class CatalogueArtifactStore : public ArtifactStore {
 public:
  BlobStore& blobs() override { return *blobs_; }
  absl::StatusOr<v1::Artifact> Create(const v1::Manifest& manifest, std::string_view cache_key,
                                      const v1::Provenance& provenance) override;
  absl::StatusOr<std::optional<v1::Artifact>> FindByCacheKey(std::string_view cache_key) override;
  absl::StatusOr<v1::Artifact> Get(std::string_view name) override;
  absl::StatusOr<ListPage> List(const ListOptions& options) override;
  absl::StatusOr<v1::Lineage> GetLineage(std::string_view name, LineageDirection direction,
                                         int depth) override;
  absl::StatusOr<v1::Artifact> UpdateLabels(std::string_view name,
                                            const std::map<std::string, std::string>& labels,
                                            std::string_view etag) override;
  absl::StatusOr<v1::Verification> Verify(std::string_view name) override;
  absl::Status Delete(std::string_view name) override;

 protected:
  // `manifests` may be null: then nothing outlives the catalogue.
  CatalogueArtifactStore(std::unique_ptr<BlobStore> blobs, std::unique_ptr<Catalogue> catalogue,
                         std::unique_ptr<ManifestFolder> manifests);

  Catalogue& catalogue() { return *catalogue_; }

 private:
  absl::Status CheckInputs(const v1::Manifest& manifest);
  absl::Status Keep(const v1::Artifact& artifact);

  std::unique_ptr<BlobStore> blobs_;
  std::unique_ptr<Catalogue> catalogue_;
  std::unique_ptr<ManifestFolder> manifests_;
  // Held by whatever changes artifacts.
  std::mutex write_mutex_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_ARTIFACT_STORE_H_
