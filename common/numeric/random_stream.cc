#include "common/numeric/random_stream.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "common/numeric/normal_quantile.h"
#include "common/numeric/philox.h"

namespace widthlab::numeric {

RandomStream::RandomStream(uint64_t seed, std::string_view name)
    : key_(seed), stream_(StreamHash(name)) {}

uint64_t RandomStream::Next() { return PhiloxWord(key_, stream_, index_++); }

double RandomStream::Uniform() { return static_cast<double>(Next() >> 11) * 0x1p-53; }

uint64_t RandomStream::Below(uint64_t bound) {
  // The upper half of word·bound is uniform once those lower halves are refused that would give
  // some results one word more than others.
  unsigned __int128 product = static_cast<unsigned __int128>(Next()) * bound;
  if (static_cast<uint64_t>(product) < bound) {
    const uint64_t refused = (0 - bound) % bound;
    while (static_cast<uint64_t>(product) < refused) {
      product = static_cast<unsigned __int128>(Next()) * bound;
    }
  }
  return static_cast<uint64_t>(product >> 64);
}

double RandomStream::Normal() { return NormalFromBits(Next()); }

void RandomStream::FillNormal(absl::Span<float> out, double stddev) {
  constexpr size_t kChunk = 256;
  std::array<uint64_t, kChunk> words;
  std::array<double, kChunk> normals;
  for (size_t begin = 0; begin < out.size(); begin += kChunk) {
    const size_t count = std::min(kChunk, out.size() - begin);
    PhiloxWords(key_, stream_, index_, absl::MakeSpan(words.data(), count));
    index_ += count;
    NormalsFromBits(absl::MakeConstSpan(words.data(), count),
                    absl::MakeSpan(normals.data(), count));
    for (size_t i = 0; i < count; ++i) out[begin + i] = static_cast<float>(stddev * normals[i]);
  }
}

std::vector<int64_t> RandomStream::Permutation(int64_t n) {
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), int64_t{0});
  for (int64_t i = n - 1; i > 0; --i) {
    std::swap(order[i], order[Below(static_cast<uint64_t>(i) + 1)]);
  }
  return order;
}

uint64_t StreamHash(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace widthlab::numeric
