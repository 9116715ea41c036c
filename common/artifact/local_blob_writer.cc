#include "common/artifact/local_blob_writer.h"

#include <utility>

#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

constexpr size_t kBufferBytes = 256 * 1024;
constexpr int64_t kCompareBytes = 1 << 20;

}  // namespace

LocalBlobWriter::LocalBlobWriter(FileSystem& files, std::string temporary,
                                 std::unique_ptr<WritableFile> file, PathOf path_of)
    : files_(files),
      temporary_(std::move(temporary)),
      file_(std::move(file)),
      path_of_(std::move(path_of)) {}

LocalBlobWriter::~LocalBlobWriter() {
  if (file_ != nullptr) files_.Remove(temporary_).IgnoreError();
}

absl::Status LocalBlobWriter::Append(std::string_view bytes) {
  if (file_ == nullptr) return FailedPrecondition("WRITER_ENDED", "the blob was committed already");
  hash_.Update(bytes);
  size_bytes_ += static_cast<int64_t>(bytes.size());
  if (buffer_.size() + bytes.size() < kBufferBytes) {
    buffer_ += bytes;
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(Flush());
  return file_->Append(bytes);
}

absl::Status LocalBlobWriter::Flush() {
  const absl::Status status = file_->Append(buffer_);
  buffer_.clear();
  return status;
}

absl::StatusOr<bool> LocalBlobWriter::IsThere(const std::string& path) const {
  const absl::StatusOr<int64_t> size = files_.Size(path);
  if (!size.ok() || *size != size_bytes_) return false;
  for (int64_t offset = 0; offset < size_bytes_; offset += kCompareBytes) {
    ASSIGN_OR_RETURN(const std::string ours, files_.Read(temporary_, offset, kCompareBytes));
    ASSIGN_OR_RETURN(const std::string theirs, files_.Read(path, offset, kCompareBytes));
    if (ours != theirs) return false;
  }
  return true;
}

absl::Status LocalBlobWriter::MoveTo(const std::string& path) {
  ASSIGN_OR_RETURN(const bool is_there, IsThere(path));
  if (is_there) {
    RETURN_IF_ERROR(files_.Remove(temporary_));
  } else {
    RETURN_IF_ERROR(file_->Sync());
    RETURN_IF_ERROR(files_.MakeFolder(FolderOf(path)));
    RETURN_IF_ERROR(files_.Rename(temporary_, path));
  }
  // Also where another process has just renamed its copy, and may not have come this far.
  return files_.SyncFolder(FolderOf(path));
}

absl::StatusOr<BlobInfo> LocalBlobWriter::Commit() {
  if (file_ == nullptr) return FailedPrecondition("WRITER_ENDED", "the blob was committed already");
  RETURN_IF_ERROR(Flush());
  BlobInfo blob{.digest = hash_.Finish(), .size_bytes = size_bytes_};
  const absl::Status status = MoveTo(path_of_(blob.digest));
  if (!status.ok()) files_.Remove(temporary_).IgnoreError();
  file_.reset();
  RETURN_IF_ERROR(status);
  return blob;
}

}  // namespace widthlab::artifact
