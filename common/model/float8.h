// Eight floats at once, on the compiler's vector types: what the decoder's loops are made of.
//
//   ForEach8(n, [&](int64_t i, int64_t count) {     // i = 0, 8, 16, ...; count is 8, less at the
//   end
//     Store8(Exp8(Load8(x + i, count)), y + i, count);
//   });
//   float squares = Sum8(n, [&](int64_t i, int64_t c) { auto v = Load8(x + i, c); return v * v; });
//
// Only +, -, x, /, square roots, comparisons and integer shifts: the bits do not depend on a math
// library, and sums run in eight fixed lanes whatever the compiler does. Lanes past the end hold
// zeros.
#ifndef WIDTHLAB_COMMON_MODEL_FLOAT8_H_
#define WIDTHLAB_COMMON_MODEL_FLOAT8_H_

#include <immintrin.h>

#include <bit>
#include <cstdint>

namespace widthlab::model {

using Float8 = float __attribute__((vector_size(32)));
using Bits8 = uint32_t __attribute__((vector_size(32)));

// The first `count` lanes, 1 to 7, as a mask.
inline __m256i Mask8(int64_t count) {
  alignas(64) static constexpr int32_t kLanes[16] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                                     0,  0,  0,  0,  0,  0,  0,  0};
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kLanes + 8 - count));
}

inline Float8 Load8(const float* x, int64_t count) {
  return count == 8 ? _mm256_loadu_ps(x) : _mm256_maskload_ps(x, Mask8(count));
}

inline void Store8(Float8 v, float* x, int64_t count) {
  if (count == 8) {
    _mm256_storeu_ps(x, v);
  } else {
    _mm256_maskstore_ps(x, Mask8(count), v);
  }
}

inline Float8 Sqrt8(Float8 x) { return _mm256_sqrt_ps(x); }

inline Float8 Same8(float x) { return Float8{} + x; }

template <typename Body>
inline void ForEach8(int64_t n, Body body) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) body(i, int64_t{8});
  if (i < n) body(i, n - i);
}

// Lane k sums the terms k, k + 8, ...; the lanes are added pairwise. A term past the end must be 0.
template <typename Term>
inline float Sum8(int64_t n, Term term) {
  Float8 lanes = {};
  ForEach8(n, [&](int64_t i, int64_t count) { lanes += term(i, count); });
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

// The largest of x[0..n), n at least 1. A NaN may be passed over.
inline float Max8(int64_t n, const float* x) {
  Float8 lanes = Same8(x[0]);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const Float8 v = Load8(x + i, 8);
    lanes = v > lanes ? v : lanes;
  }
  float largest = lanes[0];
  for (int k = 1; k < 8; ++k) largest = lanes[k] > largest ? lanes[k] : largest;
  for (; i < n; ++i) largest = x[i] > largest ? x[i] : largest;
  return largest;
}

// exp of each lane, relative error below 2e-7. x is clamped to [-87, 88], so that the result is
// never 0 or infinite; NaN stays NaN. Cody and Waite: x = n log 2 + r with |r| <= log 2 / 2,
// exp x = 2^n exp r, and exp r by the polynomial of Cephes' expf.
inline Float8 Exp8(Float8 x) {
  const Float8 low = Same8(-87.0f);
  const Float8 high = Same8(88.0f);
  x = x < low ? low : x;
  x = x > high ? high : x;
  constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it rounds to a whole number
  const Float8 shifted = x * 1.44269504088896341f + kRound;
  const Float8 n = shifted - kRound;
  const Float8 r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
  Float8 p = r * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  const Bits8 exponent = (std::bit_cast<Bits8>(shifted) + 127u) << 23;  // its low bits hold n
  return p * std::bit_cast<Float8>(exponent);
}

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_FLOAT8_H_
