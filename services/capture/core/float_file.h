// Floats that lie in a file instead of memory: a cloud may be larger than the machine.
//
//   ASSIGN_OR_RETURN(FloatFile x, FloatFile::Open(folder, "ffn_in.3", n * d));
//   x.values()[i] = 1.0f;
//   x.Release();                 // its pages leave the process's memory, not the file
//
// A file of that name and size is taken up as it is, else it begins with zeros. Without a folder it
// is ordinary memory. Movable.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_FLOAT_FILE_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_FLOAT_FILE_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace widthlab::capture {

class FloatFile {
 public:
  using value_type = float;
  using iterator = const float*;
  using const_iterator = const float*;

  FloatFile() = default;
  FloatFile(std::initializer_list<float> values) : FloatFile(std::vector<float>(values)) {}
  FloatFile(std::vector<float> values) : memory_(std::move(values)), size_(memory_.size()) {}
  FloatFile(FloatFile&& other) noexcept { *this = std::move(other); }
  FloatFile& operator=(FloatFile&& other) noexcept;
  ~FloatFile();

  // RESOURCE_EXHAUSTED DISK_FULL where the folder has no room, INTERNAL for other errors of the
  // system; both name the file.
  static absl::StatusOr<FloatFile> Open(const std::string& folder, const std::string& name,
                                        int64_t count);

  absl::Span<float> values() { return {data(), size_}; }
  absl::Span<const float> values() const { return {data(), size_}; }
  const float* data() const { return mapped_ != nullptr ? mapped_ : memory_.data(); }
  float* data() { return mapped_ != nullptr ? mapped_ : memory_.data(); }
  size_t size() const { return size_; }
  const float* begin() const { return data(); }
  const float* end() const { return data() + size_; }
  bool empty() const { return size_ == 0; }

  // Forgets what is behind the first `count` values.
  void Shorten(size_t count) { size_ = count; }

  // Nothing for memory.
  void Release() const;

 private:
  std::vector<float> memory_;
  float* mapped_ = nullptr;
  size_t mapped_bytes_ = 0;
  size_t size_ = 0;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_FLOAT_FILE_H_
