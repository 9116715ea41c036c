// Artifacts: manifests over blobs, found by id or by the cache key of the request that made them.
//
//   ASSIGN_OR_RETURN(const v1::Artifact artifact, store.Get(id));
//   ASSIGN_OR_RETURN(const std::string json, ReadFile(store, artifact, "profile.json"));
//
// LocalArtifactStore (a BlobStore and the catalogue, in the process that hosts the artifact
// service), InMemoryArtifactStore (tests) and RemoteArtifactStore (clients/cpp) keep one contract,
// artifact_store_contract.h. Safe to use from many threads.
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/blob_store.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

struct ListOptions {
  // 1 to 1000.
  int page_size = 50;
  std::string page_token = {};
  // As ListArtifactsRequest.filter.
  std::string filter = {};
};

struct ListPage {
  std::vector<v1::Artifact> artifacts = {};
  std::string next_page_token = {};
};

enum class LineageDirection { kAncestors, kDescendants, kBoth };

class ArtifactStore {
 public:
  virtual ~ArtifactStore() = default;

  virtual BlobStore& blobs() = 0;

  // Commits a manifest whose blobs are present. The same manifest again returns the first artifact
  // and appends the provenance. `cache_key` may be empty; a key that had another artifact now finds
  // this one. FAILED_PRECONDITION BLOBS_MISSING; NOT_FOUND for an unknown input; INVALID_ARGUMENT
  // for a malformed manifest.
  virtual absl::StatusOr<v1::Artifact> Create(const v1::Manifest& manifest,
                                              std::string_view cache_key,
                                              const v1::Provenance& provenance) = 0;

  // The artifact that a request made before, if its blobs are still there in full length.
  virtual absl::StatusOr<std::optional<v1::Artifact>> FindByCacheKey(
      std::string_view cache_key) = 0;

  // By id, "artifacts/{id}", or the first digits (at least 4) of an id. NOT_FOUND
  // ARTIFACT_NOT_FOUND; INVALID_ARGUMENT where several begin so.
  virtual absl::StatusOr<v1::Artifact> Get(std::string_view name) = 0;

  // Newest first. INVALID_ARGUMENT for a bad filter or token.
  virtual absl::StatusOr<ListPage> List(const ListOptions& options) = 0;

  // `depth` 0 follows every step. NOT_FOUND.
  virtual absl::StatusOr<v1::Lineage> GetLineage(std::string_view name, LineageDirection direction,
                                                 int depth) = 0;

  // Replaces the labels; ABORTED ETAG_MISMATCH unless `etag` is empty or current.
  virtual absl::StatusOr<v1::Artifact> UpdateLabels(
      std::string_view name, const std::map<std::string, std::string>& labels,
      std::string_view etag) = 0;

  // Reads every byte again and says what is wrong; an error only where the artifact is unknown.
  virtual absl::StatusOr<v1::Verification> Verify(std::string_view name) = 0;

  // FAILED_PRECONDITION ARTIFACT_IN_USE names what depends on it.
  virtual absl::Status Delete(std::string_view name) = 0;
};

// The entry of a file in an artifact. NOT_FOUND FILE_NOT_FOUND lists the files there are.
absl::StatusOr<v1::ArtifactFile> FindFile(const v1::Artifact& artifact, std::string_view file);

// A whole small file.
absl::StatusOr<std::string> ReadFile(ArtifactStore& store, const v1::Artifact& artifact,
                                     std::string_view file);

// A file to be mapped read-only.
absl::StatusOr<std::string> FilePath(ArtifactStore& store, const v1::Artifact& artifact,
                                     std::string_view file);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_H_
