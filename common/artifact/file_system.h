// The store's seam to the operating system. RealFileSystem below is what runs; FaultFileSystem
// (tests) fails or loses power at any point.
//
//   FileSystem& files = FileSystem::Real();
//   ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, files.Create("d/incoming/1"));
//   RETURN_IF_ERROR(file->Append(bytes));
//   RETURN_IF_ERROR(file->Sync());
//   RETURN_IF_ERROR(files.Rename("d/incoming/1", "d/blob"));
//   RETURN_IF_ERROR(files.SyncFolder("d"));     // the name is durable from here on
//
// Errors: RESOURCE_EXHAUSTED DISK_FULL and PERMISSION_DENIED UNWRITABLE_FOLDER name the folder;
// NOT_FOUND FILE_NOT_FOUND; else INTERNAL IO_ERROR. Safe to use from many threads; one file is not.
#ifndef WIDTHLAB_COMMON_ARTIFACT_FILE_SYSTEM_H_
#define WIDTHLAB_COMMON_ARTIFACT_FILE_SYSTEM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::artifact {

// A new file, locked against RemoveAbandoned for as long as the object lives.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual absl::Status Append(std::string_view bytes) = 0;
  // The bytes so far are durable, though not yet the name.
  virtual absl::Status Sync() = 0;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // The one of this machine.
  static FileSystem& Real();

  // Makes a file that must not be there yet.
  virtual absl::StatusOr<std::unique_ptr<WritableFile>> Create(const std::string& path) = 0;

  // Replaces what stands at `to`.
  virtual absl::Status Rename(const std::string& from, const std::string& to) = 0;

  // A file that is not there is no error.
  virtual absl::Status Remove(const std::string& path) = 0;

  // Removes a file unless a living process (this one too) is writing it.
  virtual absl::Status RemoveAbandoned(const std::string& path) = 0;

  // Makes a folder and those above it, durably; one that is there is no error.
  virtual absl::Status MakeFolder(const std::string& path) = 0;

  // Makes the names in a folder durable.
  virtual absl::Status SyncFolder(const std::string& path) = 0;

  virtual absl::StatusOr<int64_t> Size(const std::string& path) = 0;

  // Bytes [offset, offset + limit), fewer at the end of the file; limit < 0 reads to the end.
  virtual absl::StatusOr<std::string> Read(const std::string& path, int64_t offset,
                                           int64_t limit) = 0;

  // Names in a folder, ascending, without "." and "..".
  virtual absl::StatusOr<std::vector<std::string>> List(const std::string& path) = 0;
};

// The folder that holds `path`.
std::string FolderOf(const std::string& path);

// Writes a whole file durably: it holds all of `bytes`, or what it held before. `incoming` is a
// folder on the same disk for the file while it grows.
absl::Status WriteFileAtomically(FileSystem& files, const std::string& incoming,
                                 const std::string& path, std::string_view bytes);

// A name that no other file of this or another process has.
std::string UniqueName();

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_FILE_SYSTEM_H_
