// A file's bytes, mapped read-only for as long as the object lives.
//
//   ASSIGN_OR_RETURN(MappedFile file, MappedFile::Open("model.safetensors"));
//   std::string_view bytes = file.bytes();
//
// The pages are read when touched, so opening costs nothing for a large file, and stay in memory
// until the kernel needs it, or until they are released.
//
// A file that others write while it is mapped gives bytes that are neither the old nor the new
// ones, and zeros past its end where it was shortened. Whoever has read what matters asks
// CheckUnchanged before using it.
// Movable, not copyable; the bytes keep their address when the object moves.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_MAPPED_FILE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_MAPPED_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::tensor_io {

class MappedFile {
 public:
  // Errors: NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for what is not a regular file,
  // RESOURCE_EXHAUSTED where thousands are mapped already.
  static absl::StatusOr<MappedFile> Open(const std::string& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

  // FAILED_PRECONDITION FILE_CHANGED where the file's size or time of modification is not what it
  // was on opening.
  absl::Status CheckUnchanged() const;

 private:
  void Unmap();

  void* data_ = nullptr;
  size_t size_ = 0;
  // Open as long as the file is mapped: it is the same file also where its name leads elsewhere.
  int fd_ = -1;
  int64_t modified_ns_ = 0;
  std::string path_;
};

// Advice on a part of a mapped file; it changes speed and memory only. Asks the kernel to read the
// part soon, in the background.
void PrefetchMapped(std::string_view part);

// Gives the memory of the pages that lie wholly inside the part back; their bytes are read again
// when touched. Safe while others read the part.
void ReleaseMapped(std::string_view part);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_MAPPED_FILE_H_
