#include "common/numeric/philox.h"

#include <immintrin.h>

namespace widthlab::numeric {
namespace {

constexpr uint32_t kMultiplier0 = 0xD2511F53;
constexpr uint32_t kMultiplier1 = 0xCD9E8D57;
constexpr uint32_t kWeyl0 = 0x9E3779B9;  // golden ratio
constexpr uint32_t kWeyl1 = 0xBB67AE85;  // square root of 3, less one
constexpr int kRounds = 10;

uint32_t Low(uint64_t x) { return static_cast<uint32_t>(x); }
uint32_t High(uint64_t x) { return static_cast<uint32_t>(x >> 32); }
uint64_t Join(uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; }

// Eight words of four consecutive counters, from an even index. Each 64-bit lane carries one
// counter's word in its low half; what a product leaves in the high half is never read, because
// _mm256_mul_epu32 looks at low halves only.
void EightWords(uint64_t key, uint64_t stream, uint64_t first_block, uint64_t* out) {
  const __m256i block = _mm256_add_epi64(_mm256_set1_epi64x(static_cast<int64_t>(first_block)),
                                         _mm256_set_epi64x(3, 2, 1, 0));
  __m256i c0 = block;
  __m256i c1 = _mm256_srli_epi64(block, 32);
  __m256i c2 = _mm256_set1_epi64x(Low(stream));
  __m256i c3 = _mm256_set1_epi64x(High(stream));
  uint32_t k0 = Low(key);
  uint32_t k1 = High(key);
  const __m256i m0 = _mm256_set1_epi64x(kMultiplier0);
  const __m256i m1 = _mm256_set1_epi64x(kMultiplier1);
  for (int round = 0; round < kRounds; ++round) {
    const __m256i p0 = _mm256_mul_epu32(c0, m0);
    const __m256i p1 = _mm256_mul_epu32(c2, m1);
    c0 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), c1), _mm256_set1_epi64x(k0));
    c2 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), c3), _mm256_set1_epi64x(k1));
    c1 = p1;
    c3 = p0;
    k0 += kWeyl0;
    k1 += kWeyl1;
  }
  const __m256i low_half = _mm256_set1_epi64x(0xFFFFFFFF);
  const __m256i even = _mm256_or_si256(_mm256_and_si256(c0, low_half), _mm256_slli_epi64(c1, 32));
  const __m256i odd = _mm256_or_si256(_mm256_and_si256(c2, low_half), _mm256_slli_epi64(c3, 32));
  const __m256i words_0_1_4_5 = _mm256_unpacklo_epi64(even, odd);
  const __m256i words_2_3_6_7 = _mm256_unpackhi_epi64(even, odd);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                      _mm256_permute2x128_si256(words_0_1_4_5, words_2_3_6_7, 0x20));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 4),
                      _mm256_permute2x128_si256(words_0_1_4_5, words_2_3_6_7, 0x31));
}

}  // namespace

PhiloxCounter Philox4x32(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t p0 = uint64_t{kMultiplier0} * counter[0];
    const uint64_t p1 = uint64_t{kMultiplier1} * counter[2];
    counter = {High(p1) ^ counter[1] ^ key[0], Low(p1), High(p0) ^ counter[3] ^ key[1], Low(p0)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

uint64_t PhiloxWord(uint64_t key, uint64_t stream, uint64_t index) {
  const uint64_t block = index / 2;
  const PhiloxCounter out =
      Philox4x32({Low(block), High(block), Low(stream), High(stream)}, {Low(key), High(key)});
  return index % 2 == 0 ? Join(out[0], out[1]) : Join(out[2], out[3]);
}

void PhiloxWords(uint64_t key, uint64_t stream, uint64_t index, absl::Span<uint64_t> out) {
  size_t i = 0;
  if (index % 2 == 1 && !out.empty()) {
    out[i++] = PhiloxWord(key, stream, index++);
  }
  for (; i + 8 <= out.size(); i += 8, index += 8) {
    EightWords(key, stream, index / 2, out.data() + i);
  }
  for (; i < out.size(); ++i) out[i] = PhiloxWord(key, stream, index++);
}

}  // namespace widthlab::numeric
