// Whole arrays between the float types: what reading a weight matrix spends its time on.
//
//   WidenBFloat16(bytes, absl::MakeSpan(floats));       // bytes.size() == 2 * floats.size()
//   NarrowToBFloat16(floats, absl::MakeSpan(halves));
//
// The same numbers as the functions of float16.h, element by element, on eight at a time. Stored
// values are little-endian and may lie at any address.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_WIDEN_H_
#define WIDTHLAB_COMMON_TENSOR_IO_WIDEN_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace widthlab::tensor_io {

void WidenFloat16(std::string_view bytes, absl::Span<float> out);
void WidenBFloat16(std::string_view bytes, absl::Span<float> out);

// Requires spans of equal size.
void NarrowToBFloat16(absl::Span<const float> values, absl::Span<uint16_t> out);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_WIDEN_H_
