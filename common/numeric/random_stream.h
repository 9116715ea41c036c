#ifndef WIDTHLAB_COMMON_NUMERIC_RANDOM_STREAM_H_
#define WIDTHLAB_COMMON_NUMERIC_RANDOM_STREAM_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/types/span.h"

namespace widthlab::numeric {

// A random stream that is known by a seed and a name:
//
//   RandomStream stream(/*seed=*/7, "blocks.3.ffn.down.weight");
//   stream.FillNormal(absl::MakeSpan(weights), /*stddev=*/0.02);
//
// Streams of different names (or seeds) are independent, so what one tensor draws does not depend
// on which other tensors exist. The numbers are the same on every machine and in every release.
//
// The words are Philox4x32-10 (philox.h) with the seed as the key and StreamHash(name) as the upper
// half of the counter. Every draw takes whole 64-bit words, one after another: Uniform and Normal
// take exactly one, Below one or rarely more. Copying copies the position. Not thread-safe; use one
// stream (or one Skip offset) for each piece of parallel work.
class RandomStream {
 public:
  RandomStream(uint64_t seed, std::string_view name);

  // A uniform 64-bit word.
  uint64_t Next();

  // Uniform in [0, 1): the upper 53 bits of a word, times 2^−53.
  double Uniform();

  // Uniform in {0, …, bound − 1}, without bias (Lemire, "Fast random integer generation in an
  // interval", 2019). Requires bound ≥ 1.
  uint64_t Below(uint64_t bound);

  // Standard normal: NormalFromBits of one word.
  double Normal();

  // One normal number of mean 0 and the given standard deviation for each element, in order:
  // exactly the numbers that stddev·Normal() would give, rounded to float. About 5 ns each.
  void FillNormal(absl::Span<float> out, double stddev);

  // A uniformly random order of 0, …, n − 1 (Fisher–Yates from the end: for i = n − 1, …, 1 swaps
  // entries i and Below(i + 1)). Requires n ≥ 0.
  std::vector<int64_t> Permutation(int64_t n);

  // Passes over `words` words, at no cost.
  void Skip(uint64_t words) { index_ += words; }

 private:
  uint64_t key_;
  uint64_t stream_;
  uint64_t index_ = 0;  // of the next word
};

// FNV-1a, 64 bits: "" → cbf29ce484222325, "a" → af63dc4c8601ec8c, "foobar" → 85944171f73967e8.
uint64_t StreamHash(std::string_view name);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_RANDOM_STREAM_H_
