#include "common/tensor_io/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/tensor_io/lost_pages.h"

namespace widthlab::tensor_io {
namespace {

absl::Status SystemError(const std::string& path, const char* what, int error) {
  const std::string message = absl::StrCat(path, ": cannot ", what, ": ", std::strerror(error));
  const absl::StatusCode code = error == ENOENT || error == ENOTDIR ? absl::StatusCode::kNotFound
                                : error == EACCES || error == EPERM
                                    ? absl::StatusCode::kPermissionDenied
                                    : absl::StatusCode::kInternal;
  return MakeError(code, {.reason = "UNREADABLE_FILE", .field = path}, message);
}

int64_t ModifiedNs(const struct stat& status) {
  return int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

uintptr_t PageSize() {
  static const uintptr_t size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  return size;
}

uintptr_t PageBefore(uintptr_t address) { return address / PageSize() * PageSize(); }
uintptr_t PageAfter(uintptr_t address) { return PageBefore(address + PageSize() - 1); }

std::pair<uintptr_t, uintptr_t> PagesAround(std::string_view part) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(part.data());
  return {PageBefore(begin), part.empty() ? PageBefore(begin) : PageAfter(begin + part.size())};
}

std::pair<uintptr_t, uintptr_t> PagesInside(std::string_view part) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(part.data());
  return {PageAfter(begin), PageBefore(begin + part.size())};
}

}  // namespace

absl::StatusOr<MappedFile> MappedFile::Open(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(path, "open", errno);
  MappedFile file;
  file.fd_ = fd;
  file.path_ = path;
  struct stat status;
  if (fstat(fd, &status) != 0) return SystemError(path, "stat", errno);
  if (!S_ISREG(status.st_mode)) {
    return MakeError(absl::StatusCode::kInvalidArgument, {.reason = "NOT_A_FILE", .field = path},
                     absl::StrCat(path, ": not a regular file"));
  }
  file.modified_ns_ = ModifiedNs(status);
  if (status.st_size == 0) return file;
  const size_t size = static_cast<size_t>(status.st_size);
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return SystemError(path, "map", errno);
  file.data_ = data;
  file.size_ = size;
  if (!WatchPages(data, size)) {
    return MakeError(absl::StatusCode::kResourceExhausted,
                     {.reason = "TOO_MANY_FILES", .field = path},
                     absl::StrCat(path, ": ", kMostWatched, " files are mapped already"));
  }
  return file;
}

absl::Status MappedFile::CheckUnchanged() const {
  struct stat status;
  if (fd_ < 0) return absl::OkStatus();
  if (fstat(fd_, &status) != 0) return SystemError(path_, "stat", errno);
  if (static_cast<size_t>(status.st_size) == size_ && ModifiedNs(status) == modified_ns_) {
    return absl::OkStatus();
  }
  return MakeError(
      absl::StatusCode::kFailedPrecondition, {.reason = "FILE_CHANGED", .field = path_},
      absl::StrCat(path_, ": changed while it was read (", size_, " bytes were there, now ",
                   status.st_size, "); bring it back as it was and try again"));
}

MappedFile::MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this == &other) return *this;
  Unmap();
  data_ = std::exchange(other.data_, nullptr);
  size_ = std::exchange(other.size_, 0);
  fd_ = std::exchange(other.fd_, -1);
  modified_ns_ = other.modified_ns_;
  path_ = std::move(other.path_);
  return *this;
}

MappedFile::~MappedFile() { Unmap(); }

void MappedFile::Unmap() {
  if (data_ != nullptr) {
    UnwatchPages(data_);
    munmap(data_, size_);
  }
  if (fd_ >= 0) close(fd_);
}

void PrefetchMapped(std::string_view part) {
  const auto [begin, end] = PagesAround(part);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_WILLNEED);
}

void ReleaseMapped(std::string_view part) {
  const auto [begin, end] = PagesInside(part);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace widthlab::tensor_io
