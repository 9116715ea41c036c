#include "common/artifact/file_system.h"

#include <unistd.h>

#include <atomic>
#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/status/macros.h"

namespace widthlab::artifact {

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string UniqueName() {
  static const uint64_t process = std::random_device()() * uint64_t{0x100000001} ^ getpid();
  static std::atomic<uint64_t> count{0};
  return absl::StrFormat("%016x-%d", process, count.fetch_add(1));
}

absl::Status WriteFileAtomically(FileSystem& files, const std::string& incoming,
                                 const std::string& path, std::string_view bytes) {
  const std::string temporary = absl::StrCat(incoming, "/", UniqueName());
  ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> file, files.Create(temporary));
  absl::Status status = file->Append(bytes);
  if (status.ok()) status = file->Sync();
  if (status.ok()) status = files.MakeFolder(FolderOf(path));
  if (status.ok()) status = files.Rename(temporary, path);
  if (status.ok()) return files.SyncFolder(FolderOf(path));
  files.Remove(temporary).IgnoreError();
  return status;
}

}  // namespace widthlab::artifact
