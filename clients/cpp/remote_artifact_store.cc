#include "clients/cpp/remote_artifact_store.h"

#include <utility>

#include "clients/cpp/call.h"
#include "clients/cpp/remote_blob_store.h"
#include "clients/cpp/trim_cache.h"
#include "common/artifact/local_blob_store.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::client {

namespace v1 = artifact::v1;
using artifact::LineageDirection;
using Stub = v1::ArtifactService::StubInterface;

RemoteArtifactStore::RemoteArtifactStore(Connection connection,
                                         std::unique_ptr<artifact::BlobStore> blobs)
    : connection_(std::move(connection)),
      stub_(v1::ArtifactService::NewStub(connection_.channel)),
      blobs_(std::move(blobs)) {}

absl::StatusOr<std::unique_ptr<RemoteArtifactStore>> RemoteArtifactStore::Open(
    const RemoteStoreOptions& options) {
  std::unique_ptr<artifact::BlobStore> blobs;
  if (options.shared_blobs_folder.empty()) {
    if (options.cache_limit_bytes >= 0) TrimCache(options.cache_folder, options.cache_limit_bytes);
    ASSIGN_OR_RETURN(blobs, RemoteBlobStore::Open(options.connection, options.cache_folder));
  } else {
    ASSIGN_OR_RETURN(blobs, artifact::LocalBlobStore::Open(options.shared_blobs_folder));
  }
  return std::unique_ptr<RemoteArtifactStore>(
      new RemoteArtifactStore(options.connection, std::move(blobs)));
}

absl::StatusOr<v1::Artifact> RemoteArtifactStore::Create(const v1::Manifest& manifest,
                                                         std::string_view cache_key,
                                                         const v1::Provenance& provenance) {
  v1::CreateArtifactRequest request;
  *request.mutable_manifest() = manifest;
  request.set_cache_key(std::string(cache_key));
  *request.mutable_provenance() = provenance;
  return Call<v1::Artifact>(connection_, *stub_, &Stub::CreateArtifact, request);
}

absl::StatusOr<std::optional<v1::Artifact>> RemoteArtifactStore::FindByCacheKey(
    std::string_view cache_key) {
  if (cache_key.empty()) return std::nullopt;
  v1::FindByCacheKeyRequest request;
  request.set_cache_key(std::string(cache_key));
  absl::StatusOr<v1::Artifact> found =
      Call<v1::Artifact>(connection_, *stub_, &Stub::FindByCacheKey, request);
  if (absl::IsNotFound(found.status())) return std::nullopt;
  if (!found.ok()) return found.status();
  return *std::move(found);
}

absl::StatusOr<v1::Artifact> RemoteArtifactStore::Get(std::string_view name) {
  v1::GetArtifactRequest request;
  request.set_name(std::string(name));
  return Call<v1::Artifact>(connection_, *stub_, &Stub::GetArtifact, request);
}

absl::StatusOr<artifact::ListPage> RemoteArtifactStore::List(const artifact::ListOptions& options) {
  v1::ListArtifactsRequest request;
  request.set_page_size(options.page_size);
  request.set_page_token(options.page_token);
  request.set_filter(options.filter);
  ASSIGN_OR_RETURN(
      v1::ListArtifactsResponse response,
      Call<v1::ListArtifactsResponse>(connection_, *stub_, &Stub::ListArtifacts, request));
  artifact::ListPage page{.next_page_token = response.next_page_token()};
  for (v1::Artifact& artifact : *response.mutable_artifacts()) {
    page.artifacts.push_back(std::move(artifact));
  }
  return page;
}

absl::StatusOr<v1::Lineage> RemoteArtifactStore::GetLineage(std::string_view name,
                                                            LineageDirection direction, int depth) {
  v1::GetLineageRequest request;
  request.set_name(std::string(name));
  request.set_depth(depth);
  switch (direction) {
    case LineageDirection::kAncestors:
      request.set_direction(v1::LINEAGE_DIRECTION_ANCESTORS);
      break;
    case LineageDirection::kDescendants:
      request.set_direction(v1::LINEAGE_DIRECTION_DESCENDANTS);
      break;
    case LineageDirection::kBoth:
      request.set_direction(v1::LINEAGE_DIRECTION_BOTH);
      break;
  }
  return Call<v1::Lineage>(connection_, *stub_, &Stub::GetLineage, request);
}

absl::StatusOr<v1::Artifact> RemoteArtifactStore::UpdateLabels(
    std::string_view name, const std::map<std::string, std::string>& labels,
    std::string_view etag) {
  v1::UpdateLabelsRequest request;
  request.set_name(std::string(name));
  request.mutable_labels()->insert(labels.begin(), labels.end());
  request.set_etag(std::string(etag));
  return Call<v1::Artifact>(connection_, *stub_, &Stub::UpdateLabels, request);
}

absl::StatusOr<v1::Verification> RemoteArtifactStore::Verify(std::string_view name) {
  v1::VerifyArtifactRequest request;
  request.set_name(std::string(name));
  return Call<v1::Verification>(connection_, *stub_, &Stub::VerifyArtifact, request,
                                {.timeout = absl::Hours(1)});
}

absl::Status RemoteArtifactStore::Delete(std::string_view name) {
  v1::DeleteArtifactRequest request;
  request.set_name(std::string(name));
  // A repeated delete would not find what the first one removed.
  return Call<v1::DeleteArtifactResponse>(connection_, *stub_, &Stub::DeleteArtifact, request,
                                          {.repeat = Repeat::kForbidden})
      .status();
}

}  // namespace widthlab::client
