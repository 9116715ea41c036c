// Token ids as a file holds them: little-endian whole numbers of one type, read where they lie.
//
//   const IdArray ids(bytes, IdType::kU16);
//   ids.Copy(begin, absl::MakeSpan(out));   // as int64
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_ID_ARRAY_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_ID_ARRAY_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace widthlab::tensor_io {

enum class IdType { kU8, kI8, kI16, kU16, kI32, kU32, kI64 };

// Bytes of one id.
int64_t IdBytes(IdType type);

// A view: it must not outlive its bytes, which need no alignment.
class IdArray {
 public:
  IdArray() = default;
  // The size of `bytes` is a multiple of IdBytes(type).
  IdArray(std::string_view bytes, IdType type) : bytes_(bytes), type_(type) {}

  int64_t size() const { return static_cast<int64_t>(bytes_.size()) / IdBytes(type_); }

  // Ids [begin, begin + out.size()), which must exist. A damaged file may hold negative ones.
  void Copy(int64_t begin, absl::Span<int64_t> out) const;

  // The bytes of these ids.
  std::string_view Bytes(int64_t begin, int64_t count) const;

 private:
  std::string_view bytes_;
  IdType type_ = IdType::kU16;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_ID_ARRAY_H_
