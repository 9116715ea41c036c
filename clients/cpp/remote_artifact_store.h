// The artifact store of every process but the one that hosts the catalogue.
//
//   ASSIGN_OR_RETURN(auto store, RemoteArtifactStore::Open({.connection = connections.orchestrator,
//                                                           .cache_folder = "data/cache"}));
//
// Manifests go through the artifact service. Blobs too, unless a folder is named that the server
// has as well. Safe to use from many threads.
#ifndef WIDTHLAB_CLIENTS_CPP_REMOTE_ARTIFACT_STORE_H_
#define WIDTHLAB_CLIENTS_CPP_REMOTE_ARTIFACT_STORE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {

struct RemoteStoreOptions {
  Connection connection = {};
  // Blobs that were fetched or are being sent; not used with shared blobs.
  std::string cache_folder = {};
  // What is kept of the cache when the store is opened; negative keeps all of it, as a worker
  // process does that shares the folder with its server.
  int64_t cache_limit_bytes = -1;
  // The server's own blobs folder, where this machine has it too; empty for none.
  std::string shared_blobs_folder = {};
};

class RemoteArtifactStore : public artifact::ArtifactStore {
 public:
  // Does not wait for the server: an absent one is an error of the first call.
  static absl::StatusOr<std::unique_ptr<RemoteArtifactStore>> Open(
      const RemoteStoreOptions& options);

  artifact::BlobStore& blobs() override { return *blobs_; }
  absl::StatusOr<artifact::v1::Artifact> Create(
      const artifact::v1::Manifest& manifest, std::string_view cache_key,
      const artifact::v1::Provenance& provenance) override;
  absl::StatusOr<std::optional<artifact::v1::Artifact>> FindByCacheKey(
      std::string_view cache_key) override;
  absl::StatusOr<artifact::v1::Artifact> Get(std::string_view name) override;
  absl::StatusOr<artifact::ListPage> List(const artifact::ListOptions& options) override;
  absl::StatusOr<artifact::v1::Lineage> GetLineage(std::string_view name,
                                                   artifact::LineageDirection direction,
                                                   int depth) override;
  absl::StatusOr<artifact::v1::Artifact> UpdateLabels(
      std::string_view name, const std::map<std::string, std::string>& labels,
      std::string_view etag) override;
  absl::StatusOr<artifact::v1::Verification> Verify(std::string_view name) override;
  absl::Status Delete(std::string_view name) override;

 private:
  RemoteArtifactStore(Connection connection, std::unique_ptr<artifact::BlobStore> blobs);

  Connection connection_;
  std::unique_ptr<artifact::v1::ArtifactService::StubInterface> stub_;
  std::unique_ptr<artifact::BlobStore> blobs_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_REMOTE_ARTIFACT_STORE_H_
