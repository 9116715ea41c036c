// A priority queue of triangles modulo 2, with one bucket for each rank of the longest edge.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_TRIANGLE_QUEUE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_TRIANGLE_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace widthlab::geometry {

// Holds pairs (longest, opposite); the same pair twice is nothing. Buckets are linked lists in one
// arena, a bit for each says whether it has entries, and pairs cancel when their bucket is opened.
// Adding costs a few instructions, which is why this is not a heap. Memory 4.2 bytes for each rank
// and 8 for each entry.
class TriangleQueue {
 public:
  explicit TriangleQueue(int32_t ranks)
      : head_(ranks, kEnd), filled_((static_cast<size_t>(ranks) + 63) / 64, 0) {}

  void Add(int32_t longest, int32_t opposite) {
    entries_.push_back({opposite, head_[longest]});
    head_[longest] = static_cast<int32_t>(entries_.size()) - 1;
    filled_[longest / 64] |= uint64_t{1} << (longest % 64);
  }

  // The first bucket with entries in [from, end), or `end`.
  int32_t NextBucket(int32_t from, int32_t end) const;

  // Empties the bucket and calls visit(opposite) for each of its entries.
  template <typename Visit>
  void TakeBucket(int32_t longest, Visit visit) {
    for (int32_t e = head_[longest]; e != kEnd; e = entries_[e].next) visit(entries_[e].opposite);
    head_[longest] = kEnd;
    filled_[longest / 64] &= ~(uint64_t{1} << (longest % 64));
  }

  // Empties the buckets in [from, end); together with those taken they must be all that were
  // filled.
  void Clear(int32_t from, int32_t end);

 private:
  static constexpr int32_t kEnd = -1;
  struct Entry {
    int32_t opposite;
    int32_t next;
  };

  std::vector<int32_t> head_;
  std::vector<uint64_t> filled_;
  std::vector<Entry> entries_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_TRIANGLE_QUEUE_H_
