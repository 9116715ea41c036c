#include "common/tensor_io/widen.h"

#include <immintrin.h>

#include <bit>
#include <cstring>

#include "common/tensor_io/float16.h"

namespace widthlab::tensor_io {
namespace {

uint16_t LoadHalf(const char* bytes, size_t index) {
  uint16_t bits;
  std::memcpy(&bits, bytes + 2 * index, sizeof(bits));
  return bits;
}

// FloatToBFloat16 without branches: adding half of the last kept bit (less one where that bit is
// even) carries into it exactly when rounding up is right. A NaN is made quiet instead.
uint32_t RoundedBFloat16(uint32_t bits) {
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  const uint32_t quiet = (bits >> 16) | 0x40u;
  return (bits & 0x7fffffffu) > 0x7f800000u ? quiet : rounded;
}

}  // namespace

void WidenFloat16(std::string_view bytes, absl::Span<float> out) {
  size_t i = 0;
  for (; i + 8 <= out.size(); i += 8) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + 2 * i));
    _mm256_storeu_ps(out.data() + i, _mm256_cvtph_ps(halves));
  }
  for (; i < out.size(); ++i) out[i] = Float16ToFloat(LoadHalf(bytes.data(), i));
}

void WidenBFloat16(std::string_view bytes, absl::Span<float> out) {
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = std::bit_cast<float>(static_cast<uint32_t>(LoadHalf(bytes.data(), i)) << 16);
  }
}

void NarrowToBFloat16(absl::Span<const float> values, absl::Span<uint16_t> out) {
  for (size_t i = 0; i < values.size(); ++i) {
    out[i] = static_cast<uint16_t>(RoundedBFloat16(std::bit_cast<uint32_t>(values[i])));
  }
}

}  // namespace widthlab::tensor_io
