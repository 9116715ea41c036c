#include "services/geometry/core/homology/triangle_queue.h"

#include <algorithm>

namespace widthlab::geometry {

int32_t TriangleQueue::NextBucket(int32_t from, int32_t end) const {
  if (from >= end) return end;
  size_t word = static_cast<size_t>(from) / 64;
  const size_t last = static_cast<size_t>(end - 1) / 64;
  uint64_t bits = filled_[word] & (~uint64_t{0} << (from % 64));
  while (bits == 0) {
    if (++word > last) return end;
    bits = filled_[word];
  }
  return std::min(end, static_cast<int32_t>(word * 64) + __builtin_ctzll(bits));
}

void TriangleQueue::Clear(int32_t from, int32_t end) {
  for (int32_t b = NextBucket(from, end); b < end; b = NextBucket(b + 1, end)) {
    head_[b] = kEnd;
    filled_[b / 64] &= ~(uint64_t{1} << (b % 64));
  }
  entries_.clear();
}

}  // namespace widthlab::geometry
