// The element types of a stored tensor, with the names and sizes of the safetensors format.
//
//   absl::StatusOr<DType> type = ParseDType("BF16");
//   size_t bytes = DTypeSize(*type);  // 2
//
// Types of less than one byte (F4, F6) are not supported.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_DTYPE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_DTYPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace widthlab::tensor_io {

enum class DType : uint8_t {
  kF64,
  kF32,
  kF16,
  kBF16,
  kF8E4M3,
  kF8E5M2,
  kI64,
  kI32,
  kI16,
  kI8,
  kU64,
  kU32,
  kU16,
  kU8,
  kBool,
};

// Bytes that one element takes: 1, 2, 4 or 8.
size_t DTypeSize(DType type);

// The name in a safetensors header, for instance "F32".
std::string_view DTypeName(DType type);

// The type with this name, or nothing.
std::optional<DType> ParseDType(std::string_view name);

// "F64, F32, ...", for messages.
std::string_view DTypeNames();

// The type that holds a C++ arithmetic type.
template <typename T>
struct DTypeOf;
template <>
struct DTypeOf<double> {
  static constexpr DType value = DType::kF64;
};
template <>
struct DTypeOf<float> {
  static constexpr DType value = DType::kF32;
};
template <>
struct DTypeOf<int64_t> {
  static constexpr DType value = DType::kI64;
};
template <>
struct DTypeOf<int32_t> {
  static constexpr DType value = DType::kI32;
};
template <>
struct DTypeOf<uint32_t> {
  static constexpr DType value = DType::kU32;
};
template <>
struct DTypeOf<uint16_t> {
  static constexpr DType value = DType::kU16;
};
template <>
struct DTypeOf<uint8_t> {
  static constexpr DType value = DType::kU8;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_DTYPE_H_
