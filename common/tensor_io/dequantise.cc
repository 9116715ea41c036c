#include "common/tensor_io/dequantise.h"

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "common/tensor_io/widen.h"

namespace widthlab::tensor_io {
namespace {

float Half(const uint8_t* bytes) {
  uint16_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return _cvtsh_ss(bits);
}

int8_t Signed(uint8_t byte) { return static_cast<int8_t>(byte); }

// Blocks of 32: the low halves of 16 bytes are values 0 to 15, the high ones 16 to 31.

// f16 d, 16 bytes. d·(q − 8)
void BlockQ4_0(const uint8_t* block, float* out) {
  const float d = Half(block);
  const uint8_t* q = block + 2;
  for (int i = 0; i < 16; ++i) {
    out[i] = d * static_cast<float>((q[i] & 15) - 8);
    out[i + 16] = d * static_cast<float>((q[i] >> 4) - 8);
  }
}

// f16 d, f16 m, 16 bytes. d·q + m
void BlockQ4_1(const uint8_t* block, float* out) {
  const float d = Half(block);
  const float m = Half(block + 2);
  const uint8_t* q = block + 4;
  for (int i = 0; i < 16; ++i) {
    out[i] = d * static_cast<float>(q[i] & 15) + m;
    out[i + 16] = d * static_cast<float>(q[i] >> 4) + m;
  }
}

// Fifth bits of 32 values, one bit each.
uint32_t FifthBits(const uint8_t* bytes) {
  uint32_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return bits;
}

int WithFifth(int low, uint32_t bits, int index) {
  return low | static_cast<int>(((bits >> index) & 1u) << 4);
}

// f16 d, 4 bytes of fifth bits, 16 bytes. d·(q − 16)
void BlockQ5_0(const uint8_t* block, float* out) {
  const float d = Half(block);
  const uint32_t fifth = FifthBits(block + 2);
  const uint8_t* q = block + 6;
  for (int i = 0; i < 16; ++i) {
    out[i] = d * static_cast<float>(WithFifth(q[i] & 15, fifth, i) - 16);
    out[i + 16] = d * static_cast<float>(WithFifth(q[i] >> 4, fifth, i + 16) - 16);
  }
}

// f16 d, f16 m, 4 bytes of fifth bits, 16 bytes. d·q + m
void BlockQ5_1(const uint8_t* block, float* out) {
  const float d = Half(block);
  const float m = Half(block + 2);
  const uint32_t fifth = FifthBits(block + 4);
  const uint8_t* q = block + 8;
  for (int i = 0; i < 16; ++i) {
    out[i] = d * static_cast<float>(WithFifth(q[i] & 15, fifth, i)) + m;
    out[i + 16] = d * static_cast<float>(WithFifth(q[i] >> 4, fifth, i + 16)) + m;
  }
}

// f16 d, 32 signed bytes. d·q
void BlockQ8_0(const uint8_t* block, float* out) {
  const float d = Half(block);
  const uint8_t* q = block + 2;
  for (int i = 0; i < 32; ++i) out[i] = d * static_cast<float>(Signed(q[i]));
}

// Blocks of 256, in groups with scales of their own.

// 16 bytes (scale in the low half, offset in the high), 64 bytes of 2-bit values, f16 d, f16 dmin.
// Byte i of a half of 32 holds values i, i + 32, i + 64 and i + 96 of 128, each 16 with a scale.
void BlockQ2_K(const uint8_t* block, float* out) {
  const uint8_t* scale = block;
  const float d = Half(block + 80);
  const float dmin = Half(block + 82);
  for (int half = 0; half < 2; ++half) {
    const uint8_t* q = block + 16 + 32 * half;
    for (int group = 0; group < 8; ++group, ++scale, out += 16) {
      const float step = d * static_cast<float>(*scale & 15);
      const float offset = dmin * static_cast<float>(*scale >> 4);
      const uint8_t* from = q + 16 * (group % 2);
      const int shift = 2 * (group / 2);
      for (int i = 0; i < 16; ++i) {
        out[i] = step * static_cast<float>((from[i] >> shift) & 3) - offset;
      }
    }
  }
}

// The 16 scales of 6 bits in 12 bytes: low four bits in 8 bytes, then two high bits each.
void ScalesQ3_K(const uint8_t* packed, int* scales) {
  for (int i = 0; i < 16; ++i) {
    const int low = i < 8 ? packed[i] & 15 : packed[i - 8] >> 4;
    const int high = (packed[8 + i % 4] >> (2 * (i / 4))) & 3;
    scales[i] = (low | high << 4) - 32;
  }
}

// 32 bytes of third bits, 64 bytes of 2-bit values, 12 bytes of scales, f16 d. A value whose third
// bit is not set is 4 lower.
void BlockQ3_K(const uint8_t* block, float* out) {
  const float d = Half(block + 108);
  int scales[16];
  ScalesQ3_K(block + 96, scales);
  for (int group = 0; group < 16; ++group, out += 16) {
    const float step = d * static_cast<float>(scales[group]);
    const int within = 16 * (group % 2);
    const uint8_t* q = block + 32 + 32 * (group / 8) + within;
    const uint8_t* third = block + within;
    const int shift = 2 * (group % 8 / 2);
    const int bit = group / 2;
    for (int i = 0; i < 16; ++i) {
      const int value = ((q[i] >> shift) & 3) - (((third[i] >> bit) & 1) != 0 ? 0 : 4);
      out[i] = step * static_cast<float>(value);
    }
  }
}

// Scale and offset `group` of eight, 6 bits each, in 12 bytes: those of the first four lie whole in
// bytes 0 to 3 and 4 to 7, whose two high bits belong to the last four.
void ScaleOfEight(const uint8_t* packed, int group, int* scale, int* offset) {
  if (group < 4) {
    *scale = packed[group] & 63;
    *offset = packed[group + 4] & 63;
    return;
  }
  *scale = (packed[group + 4] & 15) | (packed[group - 4] >> 6) << 4;
  *offset = (packed[group + 4] >> 4) | (packed[group] >> 6) << 4;
}

// Step and offset of group `group` of a Q4_K or Q5_K block: f16 d, f16 dmin, 12 bytes of scales.
struct Line {
  float step;
  float offset;
};

Line LineOfGroup(const uint8_t* block, int group) {
  int scale = 0, offset = 0;
  ScaleOfEight(block + 4, group, &scale, &offset);
  return {Half(block) * static_cast<float>(scale), Half(block + 2) * static_cast<float>(offset)};
}

// d, dmin, scales, 128 bytes: the low halves of 32 bytes are one group, the high halves the next.
void BlockQ4_K(const uint8_t* block, float* out) {
  for (int group = 0; group < 8; ++group, out += 32) {
    const Line line = LineOfGroup(block, group);
    const uint8_t* q = block + 16 + 32 * (group / 2);
    const int shift = 4 * (group % 2);
    for (int i = 0; i < 32; ++i) {
      out[i] = line.step * static_cast<float>((q[i] >> shift) & 15) - line.offset;
    }
  }
}

// d, dmin, scales, 32 bytes with the fifth bit of value i of group g at bit g of byte i, 128 bytes.
void BlockQ5_K(const uint8_t* block, float* out) {
  for (int group = 0; group < 8; ++group, out += 32) {
    const Line line = LineOfGroup(block, group);
    const uint8_t* fifth = block + 16;
    const uint8_t* q = block + 48 + 32 * (group / 2);
    const int shift = 4 * (group % 2);
    for (int i = 0; i < 32; ++i) {
      const int value = ((q[i] >> shift) & 15) | ((fifth[i] >> group) & 1) << 4;
      out[i] = line.step * static_cast<float>(value) - line.offset;
    }
  }
}

// 128 bytes of low halves, 64 bytes of two high bits each, 16 signed scales, f16 d. d·scale·(q−32)
// Of 128 values, byte i of 64 low ones holds value i and i + 64, byte i of 32 high ones the bits of
// i, i + 32, i + 64 and i + 96.
void BlockQ6_K(const uint8_t* block, float* out) {
  const float d = Half(block + 208);
  for (int group = 0; group < 16; ++group, out += 16) {
    const float step = d * static_cast<float>(Signed(block[192 + group]));
    const int half = group / 8;
    const int part = group % 8 / 2;  // which 32 of the 128
    const int within = 16 * (group % 2);
    const uint8_t* low = block + 64 * half + 32 * (part % 2) + within;
    const uint8_t* high = block + 128 + 32 * half + within;
    const int low_shift = 4 * (part / 2);
    const int high_shift = 2 * part;
    for (int i = 0; i < 16; ++i) {
      const int value = ((low[i] >> low_shift) & 15) | ((high[i] >> high_shift) & 3) << 4;
      out[i] = step * static_cast<float>(value - 32);
    }
  }
}

// f32 d, 256 signed bytes, 32 bytes of sums that are not needed. d·q
void BlockQ8_K(const uint8_t* block, float* out) {
  float d;
  std::memcpy(&d, block, sizeof(d));
  for (int i = 0; i < 256; ++i) out[i] = d * static_cast<float>(Signed(block[4 + i]));
}

template <int kElements, int kBytes, void (*kBlock)(const uint8_t*, float*)>
void Blocks(std::string_view bytes, absl::Span<float> out) {
  const auto* block = reinterpret_cast<const uint8_t*>(bytes.data());
  for (size_t i = 0; i < out.size(); i += kElements, block += kBytes) kBlock(block, out.data() + i);
}

}  // namespace

void Dequantise(GgufTypeId type, std::string_view bytes, absl::Span<float> out) {
  switch (type) {
    case GgufTypeId::kF32:
      if (!out.empty()) std::memcpy(out.data(), bytes.data(), 4 * out.size());
      return;
    case GgufTypeId::kF16:
      return WidenFloat16(bytes, out);
    case GgufTypeId::kBF16:
      return WidenBFloat16(bytes, out);
    case GgufTypeId::kQ4_0:
      return Blocks<32, 18, BlockQ4_0>(bytes, out);
    case GgufTypeId::kQ4_1:
      return Blocks<32, 20, BlockQ4_1>(bytes, out);
    case GgufTypeId::kQ5_0:
      return Blocks<32, 22, BlockQ5_0>(bytes, out);
    case GgufTypeId::kQ5_1:
      return Blocks<32, 24, BlockQ5_1>(bytes, out);
    case GgufTypeId::kQ8_0:
      return Blocks<32, 34, BlockQ8_0>(bytes, out);
    case GgufTypeId::kQ2_K:
      return Blocks<256, 84, BlockQ2_K>(bytes, out);
    case GgufTypeId::kQ3_K:
      return Blocks<256, 110, BlockQ3_K>(bytes, out);
    case GgufTypeId::kQ4_K:
      return Blocks<256, 144, BlockQ4_K>(bytes, out);
    case GgufTypeId::kQ5_K:
      return Blocks<256, 176, BlockQ5_K>(bytes, out);
    case GgufTypeId::kQ6_K:
      return Blocks<256, 210, BlockQ6_K>(bytes, out);
    case GgufTypeId::kQ8_K:
      return Blocks<256, 292, BlockQ8_K>(bytes, out);
  }
}

}  // namespace widthlab::tensor_io
