#include "common/tensor_io/tokens/id_array.h"

#include <cstddef>
#include <cstring>

namespace widthlab::tensor_io {
namespace {

template <typename T>
void Widen(const char* from, absl::Span<int64_t> out) {
  for (size_t i = 0; i < out.size(); ++i) {
    T id;
    std::memcpy(&id, from + i * sizeof(T), sizeof(T));
    out[i] = static_cast<int64_t>(id);
  }
}

}  // namespace

int64_t IdBytes(IdType type) {
  switch (type) {
    case IdType::kU8:
    case IdType::kI8:
      return 1;
    case IdType::kI16:
    case IdType::kU16:
      return 2;
    case IdType::kI32:
    case IdType::kU32:
      return 4;
    case IdType::kI64:
      return 8;
  }
  return 8;
}

std::string_view IdArray::Bytes(int64_t begin, int64_t count) const {
  const int64_t bytes = IdBytes(type_);
  return bytes_.substr(static_cast<size_t>(begin * bytes), static_cast<size_t>(count * bytes));
}

void IdArray::Copy(int64_t begin, absl::Span<int64_t> out) const {
  const char* const from = Bytes(begin, static_cast<int64_t>(out.size())).data();
  switch (type_) {
    case IdType::kU8:
      return Widen<uint8_t>(from, out);
    case IdType::kI8:
      return Widen<int8_t>(from, out);
    case IdType::kI16:
      return Widen<int16_t>(from, out);
    case IdType::kU16:
      return Widen<uint16_t>(from, out);
    case IdType::kI32:
      return Widen<int32_t>(from, out);
    case IdType::kU32:
      return Widen<uint32_t>(from, out);
    case IdType::kI64:
      return Widen<int64_t>(from, out);
  }
}

}  // namespace widthlab::tensor_io
