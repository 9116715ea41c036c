// A set of points with symmetric difference, as bits.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_POINT_SET_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_POINT_SET_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace widthlab::geometry {

class PointSet {
 public:
  explicit PointSet(int32_t points) : words_((static_cast<size_t>(points) + 63) / 64, 0) {}

  // Takes the point out if it is in, else puts it in.
  void Toggle(int32_t point) { words_[point / 64] ^= uint64_t{1} << (point % 64); }

  // The smallest point that is in, or −1.
  int32_t Smallest() const {
    for (size_t w = 0; w < words_.size(); ++w) {
      if (words_[w] != 0) return static_cast<int32_t>(w * 64) + __builtin_ctzll(words_[w]);
    }
    return -1;
  }

  void Clear() { std::fill(words_.begin(), words_.end(), 0); }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_POINT_SET_H_
