#include "services/capture/core/float_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::capture {
namespace {

absl::Status SystemError(const std::string& path, int error) {
  const std::string message = absl::StrCat(path, ": ", std::strerror(error));
  if (error == ENOSPC || error == EDQUOT) {
    return MakeError(absl::StatusCode::kResourceExhausted, {.reason = "DISK_FULL", .field = path},
                     message);
  }
  return absl::InternalError(message);
}

// Gives the file `bytes` that are really there, so that a full disk shows now.
int Reserve(int file, size_t bytes) {
  struct stat info = {};
  if (fstat(file, &info) != 0) return errno;
  if (static_cast<size_t>(info.st_size) == bytes) return 0;
  if (ftruncate(file, 0) != 0) return errno;
  return posix_fallocate(file, 0, static_cast<off_t>(bytes));
}

}  // namespace

FloatFile& FloatFile::operator=(FloatFile&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(mapped_, other.mapped_);
  std::swap(mapped_bytes_, other.mapped_bytes_);
  std::swap(size_, other.size_);
  return *this;
}

FloatFile::~FloatFile() {
  if (mapped_ != nullptr) munmap(mapped_, mapped_bytes_);
}

absl::StatusOr<FloatFile> FloatFile::Open(const std::string& folder, const std::string& name,
                                          int64_t count) {
  if (folder.empty() || count == 0) {
    return FloatFile(std::vector<float>(static_cast<size_t>(count)));
  }
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const std::string path = absl::StrCat(folder, "/", name);
  const size_t bytes = static_cast<size_t>(count) * sizeof(float);
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return SystemError(path, errno);
  int error = Reserve(file, bytes);
  void* mapped = MAP_FAILED;
  if (error == 0) {
    mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) error = errno;
  }
  close(file);
  if (error != 0) return SystemError(path, error);
  FloatFile out;
  out.mapped_ = static_cast<float*>(mapped);
  out.mapped_bytes_ = bytes;
  out.size_ = static_cast<size_t>(count);
  return out;
}

void FloatFile::Release() const {
  if (mapped_ != nullptr) madvise(mapped_, mapped_bytes_, MADV_DONTNEED);
}

}  // namespace widthlab::capture
