#include "common/artifact/local_blob_store.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "common/artifact/blob_error.h"
#include "common/artifact/digest.h"
#include "common/artifact/local_blob_writer.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

constexpr int64_t kVerifyBytes = 1 << 20;

// What a missing file means where a blob was asked for.
absl::Status AsBlobError(const absl::Status& status, std::string_view digest) {
  return absl::IsNotFound(status) ? BlobNotFound(digest) : status;
}

}  // namespace

absl::StatusOr<std::unique_ptr<LocalBlobStore>> LocalBlobStore::Open(const std::string& folder,
                                                                     FileSystem& files) {
  const std::string incoming = absl::StrCat(folder, "/incoming");
  RETURN_IF_ERROR(files.MakeFolder(incoming));
  ASSIGN_OR_RETURN(const std::vector<std::string> left, files.List(incoming));
  for (const std::string& name : left) {
    RETURN_IF_ERROR(files.RemoveAbandoned(absl::StrCat(incoming, "/", name)));
  }
  return std::unique_ptr<LocalBlobStore>(new LocalBlobStore(folder, files));
}

std::string LocalBlobStore::PathOf(std::string_view digest) const {
  return absl::StrCat(folder_, "/", std::string(digest.substr(0, 2)), "/", std::string(digest));
}

absl::StatusOr<std::unique_ptr<BlobWriter>> LocalBlobStore::Create() {
  const std::string temporary = absl::StrCat(folder_, "/incoming/", UniqueName());
  ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, files_.Create(temporary));
  return std::make_unique<LocalBlobWriter>(
      files_, temporary, std::move(file),
      [this](std::string_view digest) { return PathOf(digest); });
}

absl::StatusOr<std::string> LocalBlobStore::Read(std::string_view digest, int64_t offset,
                                                 int64_t limit) {
  ASSIGN_OR_RETURN(const int64_t size, Size(digest));
  RETURN_IF_ERROR(CheckOffset(digest, offset, size));
  absl::StatusOr<std::string> bytes = files_.Read(PathOf(digest), offset, limit);
  if (!bytes.ok()) return AsBlobError(bytes.status(), digest);
  return bytes;
}

absl::StatusOr<std::string> LocalBlobStore::LocalPath(std::string_view digest) {
  RETURN_IF_ERROR(Size(digest).status());
  return PathOf(digest);
}

absl::StatusOr<int64_t> LocalBlobStore::Size(std::string_view digest) {
  RETURN_IF_ERROR(CheckDigest(digest));
  absl::StatusOr<int64_t> size = files_.Size(PathOf(digest));
  if (!size.ok()) return AsBlobError(size.status(), digest);
  return size;
}

absl::StatusOr<std::vector<std::string>> LocalBlobStore::FindMissing(
    const std::vector<std::string>& digests) {
  std::vector<std::string> missing;
  std::set<std::string> seen;
  for (const std::string& digest : digests) {
    const absl::StatusOr<int64_t> size = Size(digest);
    if (!size.ok() && !absl::IsNotFound(size.status())) return size.status();
    if (!size.ok() && seen.insert(digest).second) missing.push_back(digest);
  }
  return missing;
}

absl::Status LocalBlobStore::Verify(std::string_view digest) {
  ASSIGN_OR_RETURN(const int64_t size, Size(digest));
  Sha256 hash;
  for (int64_t offset = 0; offset < size; offset += kVerifyBytes) {
    ASSIGN_OR_RETURN(const std::string bytes, files_.Read(PathOf(digest), offset, kVerifyBytes));
    hash.Update(bytes);
  }
  const std::string actual = hash.Finish();
  return actual == digest ? absl::OkStatus() : BlobDamaged(digest, actual);
}

absl::Status LocalBlobStore::Delete(std::string_view digest) {
  const absl::Status there = Size(digest).status();
  if (!there.ok()) return absl::IsNotFound(there) ? absl::OkStatus() : there;
  RETURN_IF_ERROR(files_.Remove(PathOf(digest)));
  return files_.SyncFolder(FolderOf(PathOf(digest)));
}

}  // namespace widthlab::artifact
