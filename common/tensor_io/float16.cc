#include "common/tensor_io/float16.h"

#include <bit>
#include <cmath>

namespace widthlab::tensor_io {
namespace {

constexpr uint32_t kFloatInfinity = 0x7f800000u;

// Drops the low `shift` bits of a magnitude, to nearest, ties to even.
uint32_t RoundShift(uint32_t magnitude, int shift) {
  const uint32_t half = 1u << (shift - 1);
  const uint32_t odd = (magnitude >> shift) & 1u;
  return (magnitude + half - 1u + odd) >> shift;
}

}  // namespace

float Float16ToFloat(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  const uint32_t exponent = (bits >> 10) & 0x1fu;
  const uint32_t mantissa = bits & 0x3ffu;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | kFloatInfinity | (mantissa << 13));
  if (exponent == 0) {
    const float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
  }
  return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

uint16_t FloatToFloat16(float value) {
  const uint32_t all = std::bit_cast<uint32_t>(value);
  const uint16_t sign = static_cast<uint16_t>((all >> 16) & 0x8000u);
  const uint32_t magnitude = all & 0x7fffffffu;
  if (magnitude > kFloatInfinity) {
    return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x1ffu));
  }
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds to 65536
  if (magnitude < 0x38800000u) {  // below the least normal half, 2^-14
    // A multiple of 2^-24: adding 0.5f, whose last bit is worth 2^-24, rounds it ties to even.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
  }
  return static_cast<uint16_t>(sign | RoundShift(magnitude - (112u << 23), 13));
}

float BFloat16ToFloat(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t FloatToBFloat16(float value) {
  const uint32_t all = std::bit_cast<uint32_t>(value);
  if ((all & 0x7fffffffu) > kFloatInfinity) return static_cast<uint16_t>((all >> 16) | 0x40u);
  const uint32_t magnitude = RoundShift(all & 0x7fffffffu, 16);
  return static_cast<uint16_t>(((all >> 16) & 0x8000u) | magnitude);
}

}  // namespace widthlab::tensor_io
