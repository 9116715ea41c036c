// Walks the bytes of a GGUF header: what is not there is an error, never a read.
//
//   GgufCursor cursor(file, label);
//   ASSIGN_OR_RETURN(const uint64_t count, cursor.Read<uint64_t>("number of tensors"));
//   ASSIGN_OR_RETURN(const std::string_view key, cursor.ReadText("key"));
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_CURSOR_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_CURSOR_H_

#include <cstdint>
#include <cstring>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_error.h"

namespace widthlab::tensor_io {

class GgufCursor {
 public:
  GgufCursor(std::string_view file, std::string_view label) : file_(file), label_(label) {}

  size_t position() const { return at_; }
  uint64_t left() const { return file_.size() - at_; }
  std::string_view label() const { return label_; }
  std::string_view Since(size_t begin) const { return file_.substr(begin, at_ - begin); }

  // A little-endian number. `what` is what the error says was being read.
  template <typename T>
  absl::StatusOr<T> Read(std::string_view what) {
    RETURN_IF_ERROR(Need(what, sizeof(T), 1));
    T value;
    std::memcpy(&value, file_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  // A text with its length in front.
  absl::StatusOr<std::string_view> ReadText(std::string_view what) {
    ASSIGN_OR_RETURN(const uint64_t length, Read<uint64_t>(what));
    RETURN_IF_ERROR(Need(what, length, 1));
    const std::string_view text = file_.substr(at_, length);
    at_ += length;
    return text;
  }

  absl::Status Skip(std::string_view what, uint64_t count, uint64_t size) {
    RETURN_IF_ERROR(Need(what, count, size));
    at_ += count * size;
    return absl::OkStatus();
  }

  // An error unless `count` things of at least `size` bytes can be left.
  absl::Status Need(std::string_view what, uint64_t count, uint64_t size) const {
    if (count <= left() / size) return absl::OkStatus();
    return GgufError(label_, what, "truncated",
                     absl::StrCat("needs ", count, size == 1 ? "" : absl::StrCat(" times ", size),
                                  " bytes at byte ", at_, ", where ", left(), " are left"));
  }

 private:
  std::string_view file_;
  std::string_view label_;
  size_t at_ = 0;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_CURSOR_H_
