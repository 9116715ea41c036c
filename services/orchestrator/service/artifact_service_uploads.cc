#include "services/orchestrator/service/artifact_service_uploads.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "common/artifact/blob_error.h"
#include "common/artifact/file_error.h"
#include "common/artifact/file_system.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/service/artifact_service_checked_blob.h"

namespace widthlab::orchestrator {
namespace {

using artifact::BlobInfo;
using artifact::FileError;
using artifact::FileSystem;
using artifact::v1::WriteBlobRequest;

constexpr std::time_t kKeptSeconds = 24 * 3600;
constexpr int64_t kCopyBytes = 1 << 20;

absl::Status CheckUploadId(std::string_view id) {
  const bool fits =
      !id.empty() && id.size() <= 128 && std::all_of(id.begin(), id.end(), [](char c) {
        return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
      });
  if (fits) return absl::OkStatus();
  return InvalidField("upload_id", id.empty() ? "empty" : id.substr(0, 80),
                      "1 to 128 letters, digits, '-' and '_'");
}

// Whether a message goes on at `position` and stays within what was announced.
absl::Status CheckPlace(const WriteBlobRequest& request, int64_t position, int64_t announced) {
  if (request.offset() != position) {
    return InvalidField("offset", absl::StrCat(request.offset()),
                        absl::StrCat(position, ", where the last message ended"));
  }
  if (position + static_cast<int64_t>(request.data().size()) > announced) {
    return InvalidFieldBecause("data", absl::StrCat("passes the announced ", announced, " bytes"));
  }
  return absl::OkStatus();
}

absl::Status TooShort(int64_t position, int64_t announced) {
  return InvalidFieldBecause("size_bytes", absl::StrCat("only ", position, " of the announced ",
                                                        announced, " bytes came"));
}

// An upload without an id: straight into the blob store.
class DirectUpload : public Upload {
 public:
  DirectUpload(const WriteBlobRequest& first, std::unique_ptr<artifact::BlobWriter> writer)
      : announced_(first.size_bytes()), blob_(first.digest(), std::move(writer)) {}

  absl::Status Append(const WriteBlobRequest& request) override {
    RETURN_IF_ERROR(CheckPlace(request, position_, announced_));
    position_ += static_cast<int64_t>(request.data().size());
    return blob_.Append(request.data());
  }

  absl::StatusOr<BlobInfo> Finish() override {
    if (position_ != announced_) return TooShort(position_, announced_);
    return blob_.Commit();
  }

 private:
  int64_t announced_;
  CheckedBlob blob_;
  int64_t position_ = 0;
};

}  // namespace

// An upload with an id: into its file, and from there into the blob store.
class FileUpload : public Upload {
 public:
  FileUpload(Uploads& uploads, const WriteBlobRequest& first)
      : uploads_(uploads),
        id_(first.upload_id()),
        digest_(first.digest()),
        announced_(first.size_bytes()),
        path_(uploads.PathOf(id_)) {}

  ~FileUpload() override {
    if (fd_ >= 0) {
      // What stays is safe on disk, as QueryBlobUpload promises.
      fsync(fd_);
      close(fd_);
    }
    const std::lock_guard lock(uploads_.mutex_);
    uploads_.open_.erase(id_);
  }

  // Opens the file and puts its end at `offset`.
  absl::Status Open(int64_t offset) {
    fd_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    struct stat status = {};
    if (fd_ < 0 || fstat(fd_, &status) != 0) return FileError(errno, "open", path_);
    if (offset < 0 || offset > status.st_size) {
      return InvalidField("offset", absl::StrCat(offset),
                          absl::StrCat("in [0, ", status.st_size, "], the bytes that are safe"));
    }
    if (ftruncate(fd_, offset) != 0) return FileError(errno, "shorten", path_);
    position_ = offset;
    return absl::OkStatus();
  }

  absl::Status Append(const WriteBlobRequest& request) override {
    RETURN_IF_ERROR(CheckPlace(request, position_, announced_));
    std::string_view bytes = request.data();
    while (!bytes.empty()) {
      const ssize_t written = pwrite(fd_, bytes.data(), bytes.size(), position_);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return FileError(errno, "write", path_);
      bytes.remove_prefix(static_cast<size_t>(written));
      position_ += written;
    }
    return absl::OkStatus();
  }

  absl::StatusOr<BlobInfo> Finish() override {
    if (position_ != announced_) return TooShort(position_, announced_);
    // Whether the bytes are right or wrong, nobody goes on from here.
    const absl::Cleanup remove = [this] { FileSystem::Real().Remove(path_).IgnoreError(); };
    ASSIGN_OR_RETURN(auto writer, uploads_.blobs_.Create());
    CheckedBlob blob(digest_, std::move(writer));
    for (int64_t offset = 0; offset < announced_; offset += kCopyBytes) {
      ASSIGN_OR_RETURN(const std::string bytes, FileSystem::Real().Read(path_, offset, kCopyBytes));
      RETURN_IF_ERROR(blob.Append(bytes));
    }
    return blob.Commit();
  }

 private:
  Uploads& uploads_;
  std::string id_;
  std::string digest_;
  int64_t announced_;
  std::string path_;
  int fd_ = -1;
  int64_t position_ = 0;
};

absl::StatusOr<std::unique_ptr<Uploads>> Uploads::Open(const std::string& folder,
                                                       artifact::BlobStore& blobs) {
  RETURN_IF_ERROR(FileSystem::Real().MakeFolder(folder));
  ASSIGN_OR_RETURN(const std::vector<std::string> names, FileSystem::Real().List(folder));
  for (const std::string& name : names) {
    const std::string path = absl::StrCat(folder, "/", name);
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0 || status.st_mtime > std::time(nullptr) - kKeptSeconds) {
      continue;
    }
    RETURN_IF_ERROR(FileSystem::Real().Remove(path));
  }
  return std::unique_ptr<Uploads>(new Uploads(folder, blobs));
}

std::string Uploads::PathOf(std::string_view upload_id) const {
  return absl::StrCat(folder_, "/", std::string(upload_id));
}

absl::StatusOr<std::unique_ptr<Upload>> Uploads::Begin(const WriteBlobRequest& first) {
  RETURN_IF_ERROR(artifact::CheckDigest(first.digest()));
  if (first.size_bytes() < 0) {
    return InvalidField("size_bytes", absl::StrCat(first.size_bytes()), "at least 0");
  }
  if (first.upload_id().empty()) {
    ASSIGN_OR_RETURN(auto writer, blobs_.Create());
    return std::make_unique<DirectUpload>(first, std::move(writer));
  }
  RETURN_IF_ERROR(CheckUploadId(first.upload_id()));
  {
    const std::lock_guard lock(mutex_);
    if (!open_.insert(first.upload_id()).second) {
      return MakeError(absl::StatusCode::kUnavailable,
                       {.reason = "UPLOAD_BUSY", .field = "upload_id"},
                       absl::StrCat("another stream of upload ", first.upload_id(), " is open"));
    }
  }
  auto upload = std::make_unique<FileUpload>(*this, first);
  RETURN_IF_ERROR(upload->Open(first.offset()));
  return upload;
}

absl::StatusOr<int64_t> Uploads::Committed(std::string_view upload_id) {
  RETURN_IF_ERROR(CheckUploadId(upload_id));
  {
    const std::lock_guard lock(mutex_);
    if (open_.find(upload_id) != open_.end()) {
      return MakeError(absl::StatusCode::kUnavailable,
                       {.reason = "UPLOAD_BUSY", .field = "upload_id"},
                       absl::StrCat("a stream of upload ", std::string(upload_id), " is open"));
    }
  }
  absl::StatusOr<int64_t> size = FileSystem::Real().Size(PathOf(upload_id));
  if (absl::IsNotFound(size.status())) return 0;
  return size;
}

}  // namespace widthlab::orchestrator
