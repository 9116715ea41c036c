#include "clients/cli/demo/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::cli {
namespace {

void Wait(int fd, int operation) {
  while (flock(fd, operation) != 0 && errno == EINTR) {
  }
}

}  // namespace

absl::StatusOr<FolderLock> FolderLock::Open(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) {
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.reason = "DATA_FOLDER_UNWRITABLE", .field = "data"},
                     absl::StrCat("data: ", path, " cannot be written: ", std::strerror(errno)));
  }
  return FolderLock(fd);
}

FolderLock::FolderLock(FolderLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FolderLock::~FolderLock() {
  if (fd_ >= 0) close(fd_);
}

void FolderLock::Exclusive() { Wait(fd_, LOCK_EX); }
void FolderLock::Shared() { Wait(fd_, LOCK_SH); }
bool FolderLock::TryExclusive() { return flock(fd_, LOCK_EX | LOCK_NB) == 0; }
void FolderLock::Unlock() { Wait(fd_, LOCK_UN); }

}  // namespace widthlab::cli
