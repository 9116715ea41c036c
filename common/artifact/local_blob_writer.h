// The writer of LocalBlobStore.
#ifndef WIDTHLAB_COMMON_ARTIFACT_LOCAL_BLOB_WRITER_H_
#define WIDTHLAB_COMMON_ARTIFACT_LOCAL_BLOB_WRITER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "common/artifact/blob_store.h"
#include "common/artifact/digest.h"
#include "common/artifact/file_system.h"

namespace widthlab::artifact {

class LocalBlobWriter : public BlobWriter {
 public:
  using PathOf = std::function<std::string(std::string_view digest)>;

  // Writes to the new file at `temporary`, and moves it to path_of(digest) in the end.
  LocalBlobWriter(FileSystem& files, std::string temporary, std::unique_ptr<WritableFile> file,
                  PathOf path_of);
  ~LocalBlobWriter() override;

  absl::Status Append(std::string_view bytes) override;
  absl::StatusOr<BlobInfo> Commit() override;

 private:
  absl::Status Flush();
  absl::Status MoveTo(const std::string& path);
  // True where `path` already holds exactly these bytes.
  absl::StatusOr<bool> IsThere(const std::string& path) const;

  FileSystem& files_;
  std::string temporary_;
  std::unique_ptr<WritableFile> file_;
  PathOf path_of_;
  Sha256 hash_;
  // Small pieces are collected, so that rows of a tensor do not cost a system call each.
  std::string buffer_;
  int64_t size_bytes_ = 0;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_LOCAL_BLOB_WRITER_H_
