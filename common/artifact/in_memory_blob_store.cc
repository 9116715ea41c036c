#include "common/artifact/in_memory_blob_store.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "absl/strings/str_cat.h"
#include "common/artifact/blob_error.h"
#include "common/artifact/digest.h"
#include "common/artifact/file_error.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

class Writer : public BlobWriter {
 public:
  explicit Writer(InMemoryBlobStore& store) : store_(store) {}

  absl::Status Append(std::string_view bytes) override {
    if (ended_) return FailedPrecondition("WRITER_ENDED", "the blob was committed already");
    bytes_ += bytes;
    return absl::OkStatus();
  }

  absl::StatusOr<BlobInfo> Commit() override {
    if (ended_) return FailedPrecondition("WRITER_ENDED", "the blob was committed already");
    ended_ = true;
    BlobInfo blob{.digest = Sha256Of(bytes_), .size_bytes = static_cast<int64_t>(bytes_.size())};
    store_.Put(blob.digest, std::move(bytes_));
    return blob;
  }

 private:
  InMemoryBlobStore& store_;
  std::string bytes_;
  bool ended_ = false;
};

}  // namespace

InMemoryBlobStore::~InMemoryBlobStore() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

void InMemoryBlobStore::Put(std::string_view digest, std::string bytes) {
  const std::lock_guard lock(mutex_);
  blobs_[std::string(digest)] = std::make_shared<const std::string>(std::move(bytes));
}

absl::StatusOr<InMemoryBlobStore::Bytes> InMemoryBlobStore::Find(std::string_view digest) {
  RETURN_IF_ERROR(CheckDigest(digest));
  const std::lock_guard lock(mutex_);
  const auto found = blobs_.find(digest);
  if (found == blobs_.end()) return BlobNotFound(digest);
  return found->second;
}

absl::StatusOr<std::unique_ptr<BlobWriter>> InMemoryBlobStore::Create() {
  return std::make_unique<Writer>(*this);
}

absl::StatusOr<std::string> InMemoryBlobStore::Read(std::string_view digest, int64_t offset,
                                                    int64_t limit) {
  ASSIGN_OR_RETURN(const Bytes bytes, Find(digest));
  RETURN_IF_ERROR(CheckOffset(digest, offset, static_cast<int64_t>(bytes->size())));
  return bytes->substr(offset, limit < 0 ? std::string::npos : limit);
}

absl::StatusOr<std::string> InMemoryBlobStore::LocalPath(std::string_view digest) {
  ASSIGN_OR_RETURN(const Bytes bytes, Find(digest));
  const std::lock_guard lock(mutex_);
  if (folder_.empty()) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "widthlab-blobs-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) return FileError(errno, "make folder", pattern);
    folder_ = pattern;
  }
  const std::string path = absl::StrCat(folder_, "/", std::string(digest));
  std::ofstream file(path, std::ios::binary);
  if (!file.write(bytes->data(), static_cast<std::streamsize>(bytes->size())).flush()) {
    return FileError(EIO, "write", path);
  }
  return path;
}

absl::StatusOr<int64_t> InMemoryBlobStore::Size(std::string_view digest) {
  ASSIGN_OR_RETURN(const Bytes bytes, Find(digest));
  return static_cast<int64_t>(bytes->size());
}

absl::StatusOr<std::vector<std::string>> InMemoryBlobStore::FindMissing(
    const std::vector<std::string>& digests) {
  std::vector<std::string> missing;
  std::set<std::string> seen;
  for (const std::string& digest : digests) {
    const absl::Status found = Find(digest).status();
    if (!found.ok() && !absl::IsNotFound(found)) return found;
    if (!found.ok() && seen.insert(digest).second) missing.push_back(digest);
  }
  return missing;
}

absl::Status InMemoryBlobStore::Verify(std::string_view digest) {
  ASSIGN_OR_RETURN(const Bytes bytes, Find(digest));
  const std::string actual = Sha256Of(*bytes);
  return actual == digest ? absl::OkStatus() : BlobDamaged(digest, actual);
}

absl::Status InMemoryBlobStore::Delete(std::string_view digest) {
  RETURN_IF_ERROR(CheckDigest(digest));
  const std::lock_guard lock(mutex_);
  blobs_.erase(std::string(digest));
  return absl::OkStatus();
}

}  // namespace widthlab::artifact
