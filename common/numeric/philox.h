#ifndef WIDTHLAB_COMMON_NUMERIC_PHILOX_H_
#define WIDTHLAB_COMMON_NUMERIC_PHILOX_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace widthlab::numeric {

// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random
// numbers: as easy as 1, 2, 3" (SC 2011): a keyed bijection of 128-bit counters whose values at
// 0, 1, 2, … pass every known battery of tests. The n-th number costs the same as the first.
using PhiloxCounter = std::array<uint32_t, 4>;
using PhiloxKey = std::array<uint32_t, 2>;

// The bijection itself; test vectors are those published with Random123.
PhiloxCounter Philox4x32(PhiloxCounter counter, PhiloxKey key);

// The stream as 64-bit words. Word 2b is output words (0, 1) of the counter
//
//   (low half of b, high half of b, low half of `stream`, high half of `stream`),
//
// word 2b + 1 its output words (2, 3), each with the lower-numbered one in the low bits. `key` is
// used low half first.
uint64_t PhiloxWord(uint64_t key, uint64_t stream, uint64_t index);

// Writes words index, index + 1, … of the stream; the same numbers as PhiloxWord, several at a time
// (about 1 ns each).
void PhiloxWords(uint64_t key, uint64_t stream, uint64_t index, absl::Span<uint64_t> out);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_PHILOX_H_
