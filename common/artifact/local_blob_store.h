// Blobs in a folder: FOLDER/ab/abcd... by digest, FOLDER/incoming while they grow.
//
//   ASSIGN_OR_RETURN(auto blobs, LocalBlobStore::Open("/var/lib/widthlab/blobs"));
//
// Several processes, also on several machines, may share the folder: names appear whole or not at
// all. Files that a killed process left in incoming/ are removed by the next that opens the folder.
#ifndef WIDTHLAB_COMMON_ARTIFACT_LOCAL_BLOB_STORE_H_
#define WIDTHLAB_COMMON_ARTIFACT_LOCAL_BLOB_STORE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/artifact/blob_store.h"
#include "common/artifact/file_system.h"

namespace widthlab::artifact {

class LocalBlobStore : public BlobStore {
 public:
  // Makes the folder where there is none. `files` must outlive the store.
  static absl::StatusOr<std::unique_ptr<LocalBlobStore>> Open(
      const std::string& folder, FileSystem& files = FileSystem::Real());

  absl::StatusOr<std::unique_ptr<BlobWriter>> Create() override;
  absl::StatusOr<std::string> Read(std::string_view digest, int64_t offset, int64_t limit) override;
  absl::StatusOr<std::string> LocalPath(std::string_view digest) override;
  absl::StatusOr<int64_t> Size(std::string_view digest) override;
  absl::StatusOr<std::vector<std::string>> FindMissing(
      const std::vector<std::string>& digests) override;
  absl::Status Verify(std::string_view digest) override;
  absl::Status Delete(std::string_view digest) override;

  // Where the blob is, or would be.
  std::string PathOf(std::string_view digest) const;

 private:
  LocalBlobStore(std::string folder, FileSystem& files)
      : folder_(std::move(folder)), files_(files) {}

  std::string folder_;
  FileSystem& files_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_LOCAL_BLOB_STORE_H_
