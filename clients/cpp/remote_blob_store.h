// Blobs behind the artifact service, with a folder of this machine in front.
//
//   ASSIGN_OR_RETURN(auto blobs, RemoteBlobStore::Open(connection, data.path() + "/cache"));
//   ASSIGN_OR_RETURN(const std::string path, blobs->LocalPath(digest));   // fetched once
//
// What is written goes through the cache to the server; Commit returns when the server has it
// durably. A connection that breaks goes on where it stopped. What the cache held before this
// process began is checked against its digest when it is first used.
#ifndef WIDTHLAB_CLIENTS_CPP_REMOTE_BLOB_STORE_H_
#define WIDTHLAB_CLIENTS_CPP_REMOTE_BLOB_STORE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "common/artifact/blob_store.h"
#include "common/artifact/local_blob_store.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {

class RemoteBlobStore : public artifact::BlobStore {
 public:
  static absl::StatusOr<std::unique_ptr<RemoteBlobStore>> Open(Connection connection,
                                                               const std::string& cache_folder);

  absl::StatusOr<std::unique_ptr<artifact::BlobWriter>> Create() override;
  absl::StatusOr<std::string> Read(std::string_view digest, int64_t offset, int64_t limit) override;
  absl::StatusOr<std::string> LocalPath(std::string_view digest) override;
  absl::StatusOr<int64_t> Size(std::string_view digest) override;
  absl::StatusOr<std::vector<std::string>> FindMissing(
      const std::vector<std::string>& digests) override;
  // Of the server's bytes, all of which are sent.
  absl::Status Verify(std::string_view digest) override;
  // UNIMPLEMENTED: the server collects its own garbage.
  absl::Status Delete(std::string_view digest) override;

 private:
  friend class RemoteBlobWriter;
  using Sink = std::function<absl::Status(std::string_view)>;

  // Bytes of one range as they come.
  struct Range {
    std::string digest = {};
    int64_t offset = 0;
    // 0 for all that follows.
    int64_t limit = 0;
    // Of the whole blob, once the first message came.
    int64_t blob_size_bytes = 0;
  };

  RemoteBlobStore(Connection connection, std::unique_ptr<artifact::LocalBlobStore> cache);

  absl::Status Fetch(Range& range, const Sink& sink);
  absl::Status FetchOnce(Range& range, const Sink& sink);
  // True where the cache has the blob, whole.
  bool IsCached(std::string_view digest);

  Connection connection_;
  std::unique_ptr<artifact::v1::ArtifactService::StubInterface> stub_;
  std::unique_ptr<artifact::LocalBlobStore> cache_;
  std::mutex mutex_;
  // Digests whose cached bytes this process wrote or checked.
  std::set<std::string, std::less<>> trusted_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_REMOTE_BLOB_STORE_H_
