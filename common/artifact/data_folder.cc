#include "common/artifact/data_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "common/artifact/file_error.h"
#include "common/artifact/file_system.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

absl::StatusOr<std::string> Absolute(std::string_view folder) {
  if (folder.empty()) return InvalidField("data", "empty", "the path of a folder");
  std::string path(folder);
  if (path == "~" || path.rfind("~/", 0) == 0) {
    const char* const home = std::getenv("HOME");
    if (home == nullptr)
      return InvalidField("data", path, "a path without ~ where HOME is not set");
    path.replace(0, 1, home);
  }
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (error) return FileError(error.value(), "find", path);
  std::string text = absolute.lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

std::string LockPath(const std::string& folder) { return absl::StrCat(folder, "/lock"); }

FolderHolder ReadHolder(const std::string& lock_path) {
  FolderHolder holder{.held = true};
  const auto text = FileSystem::Real().Read(lock_path, 0, 4096);
  if (!text.ok()) return holder;
  const std::vector<std::string> lines = absl::StrSplit(*text, '\n');
  holder.address = lines[0];
  if (lines.size() > 1 && !absl::SimpleAtoi(lines[1], &holder.process)) holder.process = 0;
  return holder;
}

absl::Status InUse(const std::string& folder, const FolderHolder& holder) {
  ErrorFacts facts{.reason = "DATA_FOLDER_IN_USE", .field = folder};
  facts.metadata["address"] = holder.address;
  facts.metadata["process"] = absl::StrCat(holder.process);
  return MakeError(
      absl::StatusCode::kFailedPrecondition, std::move(facts),
      absl::StrCat(folder, " is held by process ", holder.process,
                   holder.address.empty() ? std::string(", which does not listen yet")
                                          : absl::StrCat(", the server at ", holder.address),
                   "; use that server, stop it, or name another folder"));
}

// Tries for a moment: someone who only looks holds the lock for microseconds.
int Lock(int fd) {
  for (int i = 0; i < 20; ++i) {
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return 0;
    if (errno != EWOULDBLOCK) return -1;
    usleep(10'000);
  }
  errno = EWOULDBLOCK;
  return -1;
}

absl::Status WriteHolder(int fd, const std::string& folder, std::string_view address) {
  const std::string text = absl::StrCat(std::string(address), "\n", getpid(), "\n");
  if (ftruncate(fd, 0) != 0 ||
      pwrite(fd, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()) ||
      fsync(fd) != 0) {
    return FileError(errno, "write", LockPath(folder));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<DataFolder> DataFolder::Open(std::string_view folder) {
  ASSIGN_OR_RETURN(std::string path, Absolute(folder));
  RETURN_IF_ERROR(FileSystem::Real().MakeFolder(path));
  const int fd = open(LockPath(path).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return FileError(errno, "write", LockPath(path));
  DataFolder data(path, fd);
  if (Lock(fd) != 0) {
    if (errno == EWOULDBLOCK) return InUse(path, ReadHolder(LockPath(path)));
    return FileError(errno, "lock", LockPath(path));
  }
  RETURN_IF_ERROR(WriteHolder(fd, path, ""));
  return data;
}

absl::StatusOr<FolderHolder> DataFolder::FindHolder(std::string_view folder) {
  ASSIGN_OR_RETURN(const std::string path, Absolute(folder));
  const int fd = open(LockPath(path).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) return FolderHolder();
  if (fd < 0) return FileError(errno, "read", LockPath(path));
  const absl::Cleanup close_fd = [fd] { close(fd); };
  // A shared lock, so that two who only look do not take each other for the holder.
  if (flock(fd, LOCK_SH | LOCK_NB) == 0) return FolderHolder();
  if (errno == EWOULDBLOCK) return ReadHolder(LockPath(path));
  return FileError(errno, "lock", LockPath(path));
}

DataFolder::DataFolder(DataFolder&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

DataFolder& DataFolder::operator=(DataFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

DataFolder::~DataFolder() {
  if (fd_ >= 0) close(fd_);
}

absl::Status DataFolder::WriteAddress(std::string_view address) const {
  return WriteHolder(fd_, path_, address);
}

}  // namespace widthlab::artifact
