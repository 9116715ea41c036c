// The element types of tensors in a GGUF file that can be turned into floats.
//
//   const GgufType* type = FindGgufType(12);
//   type->name;            // "Q4_K"
//   type->block_elements;  // 256 values ...
//   type->block_bytes;     // ... in 144 bytes
//
// Quantised types keep blocks of values that share a scale; a row is a whole number of blocks.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_TYPE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_TYPE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace widthlab::tensor_io {

// Numbers of the format.
enum class GgufTypeId : uint32_t {
  kF32 = 0,
  kF16 = 1,
  kQ4_0 = 2,
  kQ4_1 = 3,
  kQ5_0 = 6,
  kQ5_1 = 7,
  kQ8_0 = 8,
  kQ2_K = 10,
  kQ3_K = 11,
  kQ4_K = 12,
  kQ5_K = 13,
  kQ6_K = 14,
  kQ8_K = 15,
  kBF16 = 30,
};

struct GgufType {
  GgufTypeId id;
  std::string_view name;
  int64_t block_elements;
  int64_t block_bytes;
};

// Values of the largest block.
inline constexpr int64_t kMaxBlockElements = 256;

// The type with this number, or nullptr where it cannot be read.
const GgufType* FindGgufType(uint32_t id);

// "IQ4_XS" also for types that cannot be read; "type 99" where nobody has named it.
std::string GgufTypeText(uint32_t id);

// "F32, F16, ...", for messages.
std::string GgufTypeNames();

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_TYPE_H_
