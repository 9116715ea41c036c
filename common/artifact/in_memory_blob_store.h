// Blobs in memory, for tests.
#ifndef WIDTHLAB_COMMON_ARTIFACT_IN_MEMORY_BLOB_STORE_H_
#define WIDTHLAB_COMMON_ARTIFACT_IN_MEMORY_BLOB_STORE_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "common/artifact/blob_store.h"

namespace widthlab::artifact {

class InMemoryBlobStore : public BlobStore {
 public:
  InMemoryBlobStore() = default;
  ~InMemoryBlobStore() override;

  absl::StatusOr<std::unique_ptr<BlobWriter>> Create() override;
  absl::StatusOr<std::string> Read(std::string_view digest, int64_t offset, int64_t limit) override;
  // Writes the blob to a folder of its own under the system's temporary folder.
  absl::StatusOr<std::string> LocalPath(std::string_view digest) override;
  absl::StatusOr<int64_t> Size(std::string_view digest) override;
  absl::StatusOr<std::vector<std::string>> FindMissing(
      const std::vector<std::string>& digests) override;
  absl::Status Verify(std::string_view digest) override;
  absl::Status Delete(std::string_view digest) override;

  // Puts `bytes` under `digest`, whether they belong there or not.
  void Put(std::string_view digest, std::string bytes);

 private:
  using Bytes = std::shared_ptr<const std::string>;

  absl::StatusOr<Bytes> Find(std::string_view digest);

  std::mutex mutex_;
  std::map<std::string, Bytes, std::less<>> blobs_;
  std::string folder_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_IN_MEMORY_BLOB_STORE_H_
