#include "common/tensor_io/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"

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
  absl::Cleanup close_fd = [fd] { close(fd); };
  struct stat status;
  if (fstat(fd, &status) != 0) return SystemError(path, "stat", errno);
  if (!S_ISREG(status.st_mode)) {
    return MakeError(absl::StatusCode::kInvalidArgument, {.reason = "NOT_A_FILE", .field = path},
                     absl::StrCat(path, ": not a regular file"));
  }
  MappedFile file;
  if (status.st_size == 0) return file;
  const size_t size = static_cast<size_t>(status.st_size);
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return SystemError(path, "map", errno);
  file.data_ = data;
  file.size_ = size;
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    Unmap();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

MappedFile::~MappedFile() { Unmap(); }

void MappedFile::Unmap() {
  if (data_ != nullptr) munmap(data_, size_);
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
