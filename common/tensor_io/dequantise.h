// Blocks of quantised values as floats.
//
//   Dequantise(GgufTypeId::kQ4_K, bytes, absl::MakeSpan(out));   // 144 bytes for each 256 floats
//
// A value is d·q or d·q + m in float32 with one rounding for each operation, where d and m are the
// block's scale and offset (themselves products of two stored numbers in the K types) and q a small
// whole number. Products and sums are not fused, so the bits are those of the format's reference.
// Types are numbered in gguf_type.h, docs/formats/gguf.md has the layout of every block.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_DEQUANTISE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_DEQUANTISE_H_

#include <string_view>

#include "absl/types/span.h"
#include "common/tensor_io/gguf_type.h"

namespace widthlab::tensor_io {

// Requires a whole number of blocks: out.size() is a multiple of the type's block_elements, and
// bytes has block_bytes for each.
void Dequantise(GgufTypeId type, std::string_view bytes, absl::Span<float> out);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_DEQUANTISE_H_
