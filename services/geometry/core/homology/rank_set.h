// A set of ranks, as bits, that is walked in rising order.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_RANK_SET_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_RANK_SET_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace widthlab::geometry {

class RankSet {
 public:
  explicit RankSet(int32_t ranks) : words_((static_cast<size_t>(ranks) + 63) / 64, 0) {}

  void Insert(int32_t rank) { words_[rank / 64] |= uint64_t{1} << (rank % 64); }

  // The first rank of the set in [from, end), or `end`.
  int32_t Next(int32_t from, int32_t end) const {
    if (from >= end) return end;
    size_t word = static_cast<size_t>(from) / 64;
    const size_t last = static_cast<size_t>(end - 1) / 64;
    uint64_t bits = words_[word] & (~uint64_t{0} << (from % 64));
    while (bits == 0) {
      if (++word > last) return end;
      bits = words_[word];
    }
    return std::min(end, static_cast<int32_t>(word * 64) + __builtin_ctzll(bits));
  }

  // Takes out every rank of [begin, end), and perhaps some up to 63 to either side.
  void ClearAround(int32_t begin, int32_t end) {
    if (begin < end) std::fill(words_.begin() + begin / 64, words_.begin() + (end - 1) / 64 + 1, 0);
  }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_RANK_SET_H_
