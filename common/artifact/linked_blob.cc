#include "common/artifact/linked_blob.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "common/artifact/digest.h"
#include "common/artifact/file_error.h"
#include "common/artifact/file_system.h"
#include "common/artifact/local_blob_store.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kReadBytes = 4 << 20;

using Check = absl::FunctionRef<absl::Status()>;

// What tells that a file is as it was, without reading it.
struct Marks {
  int64_t size_bytes = 0;
  int64_t modified_ns = 0;
  uint64_t inode = 0;

  friend bool operator==(const Marks&, const Marks&) = default;
};

// A digest, and the marks that the file had when it was worked out.
struct Record {
  std::string digest;
  Marks marks;
};

absl::StatusOr<Marks> MarksOf(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return FileError(errno, "stat", path);
  return Marks{.size_bytes = status.st_size,
               .modified_ns = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
               .inode = status.st_ino};
}

// Clocks of file systems are coarse: a file that was written just now may be written again without
// a new time, so its marks tell nothing yet.
bool IsSettled(const Marks& marks) {
  constexpr int64_t kSettleNs = 2'000'000'000;
  return absl::GetCurrentTimeNanos() - marks.modified_ns > kSettleNs;
}

absl::Status Changed(const std::string& path, std::string_view how) {
  return MakeError(absl::StatusCode::kFailedPrecondition, {.reason = "FILE_CHANGED", .field = path},
                   absl::StrCat(path, ": ", std::string(how)));
}

// The digests of linked files by path, in FOLDER/links.
class Records {
 public:
  explicit Records(const std::string& blob_folder)
      : folder_(blob_folder + "/links"), incoming_(blob_folder + "/incoming") {}

  // Nothing usable where there is none: the file is read again.
  Record Read(const std::string& path) const {
    Record record;
    std::ifstream file(PathOf(path));
    file >> record.digest >> record.marks.size_bytes >> record.marks.modified_ns >>
        record.marks.inode;
    return file && IsDigest(record.digest) ? record : Record();
  }

  absl::Status Write(const std::string& path, const Record& record) const {
    FileSystem& files = FileSystem::Real();
    RETURN_IF_ERROR(files.MakeFolder(folder_));
    return WriteFileAtomically(
        files, incoming_, PathOf(path),
        absl::StrCat(record.digest, " ", record.marks.size_bytes, " ", record.marks.modified_ns,
                     " ", record.marks.inode, "\n", path, "\n"));
  }

 private:
  std::string PathOf(const std::string& path) const {
    return absl::StrCat(folder_, "/", Sha256Of(path));
  }

  std::string folder_;
  std::string incoming_;
};

absl::Status ReadPieces(const std::string& path, Check check,
                        absl::FunctionRef<absl::Status(std::string_view)> take) {
  ASSIGN_OR_RETURN(const int64_t size, FileSystem::Real().Size(path));
  for (int64_t offset = 0; offset < size; offset += kReadBytes) {
    RETURN_IF_ERROR(check());
    ASSIGN_OR_RETURN(const std::string bytes, FileSystem::Real().Read(path, offset, kReadBytes));
    RETURN_IF_ERROR(take(bytes));
  }
  return absl::OkStatus();
}

// The file's digest now: the remembered one where its marks are those of then.
absl::StatusOr<Record> RecordOf(const Records& records, const std::string& path, Check check) {
  ASSIGN_OR_RETURN(const Marks before, MarksOf(path));
  Record record = records.Read(path);
  if (!record.digest.empty() && record.marks == before) return record;
  Sha256 hash;
  RETURN_IF_ERROR(ReadPieces(path, check, [&hash](std::string_view bytes) {
    hash.Update(bytes);
    return absl::OkStatus();
  }));
  ASSIGN_OR_RETURN(const Marks after, MarksOf(path));
  if (!(before == after)) return Changed(path, "changes while it is read; try again");
  record = {.digest = hash.Finish(), .marks = before};
  if (IsSettled(before)) RETURN_IF_ERROR(records.Write(path, record));
  return record;
}

std::string FolderOfBlobs(const LocalBlobStore& blobs) {
  return FolderOf(FolderOf(blobs.PathOf(std::string(64, '0'))));
}

// Makes `link` point to `path`, in one step.
absl::Status PlaceLink(const LocalBlobStore& blobs, const std::string& path,
                       const std::string& link) {
  FileSystem& files = FileSystem::Real();
  RETURN_IF_ERROR(files.MakeFolder(FolderOf(link)));
  const std::string temporary = absl::StrCat(FolderOfBlobs(blobs), "/incoming/", UniqueName());
  if (symlink(path.c_str(), temporary.c_str()) != 0) return FileError(errno, "link", temporary);
  RETURN_IF_ERROR(files.Rename(temporary, link));
  return files.SyncFolder(FolderOf(link));
}

absl::StatusOr<BlobInfo> Copy(BlobStore& blobs, const std::string& path, Check check) {
  ASSIGN_OR_RETURN(const std::unique_ptr<BlobWriter> writer, blobs.Create());
  RETURN_IF_ERROR(
      ReadPieces(path, check, [&writer](std::string_view bytes) { return writer->Append(bytes); }));
  return writer->Commit();
}

}  // namespace

absl::StatusOr<BlobInfo> LinkBlob(BlobStore& blobs, const std::string& path, Check check) {
  std::error_code error;
  const std::string real = fs::canonical(path, error).string();
  if (error) return FileError(error.value(), "find", path);
  const auto* local = dynamic_cast<const LocalBlobStore*>(&blobs);
  if (local == nullptr) return Copy(blobs, real, check);
  ASSIGN_OR_RETURN(const Record record, RecordOf(Records(FolderOfBlobs(*local)), real, check));
  const std::string link = local->PathOf(record.digest);
  // Bytes of our own stay. A link to another file may lead to one that has changed.
  const bool ours = fs::exists(link, error) && !fs::is_symlink(link, error);
  if (!ours && fs::read_symlink(link, error) != real) {
    RETURN_IF_ERROR(PlaceLink(*local, real, link));
  }
  return BlobInfo{.digest = record.digest, .size_bytes = record.marks.size_bytes};
}

absl::StatusOr<std::string> UnchangedPath(BlobStore& blobs, std::string_view digest) {
  const auto* local = dynamic_cast<const LocalBlobStore*>(&blobs);
  std::error_code error;
  if (local == nullptr || !IsDigest(digest)) return blobs.LocalPath(digest);
  const std::string link = local->PathOf(digest);
  if (!fs::is_symlink(link, error)) return blobs.LocalPath(digest);
  const std::string path = fs::read_symlink(link, error).string();
  constexpr char kRemedy[] = "; bring it back as it was, or import it again";
  if (!fs::exists(path, error)) {
    return Changed(path, absl::StrCat("is gone since it was imported", kRemedy));
  }
  ASSIGN_OR_RETURN(const Record record,
                   RecordOf(Records(FolderOfBlobs(*local)), path, [] { return absl::OkStatus(); }));
  if (record.digest == digest) return path;
  return Changed(path, absl::StrCat("has changed since it was imported (its digest was ",
                                    std::string(digest.substr(0, 12)), "…, and is ",
                                    record.digest.substr(0, 12), "…)", kRemedy));
}

}  // namespace widthlab::artifact
