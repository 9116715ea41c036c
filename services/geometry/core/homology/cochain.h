// A cochain of degree 1 over Z/2: a set of edges, as the rows of a symmetric matrix of bits.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COCHAIN_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COCHAIN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "services/geometry/core/homology/edge_order.h"

namespace widthlab::geometry {

// Bit k of row i says whether the edge between i and k is in, so the triangle over i, j and k is in
// the coboundary if bit k of row i, bit k of row j and bit j of row i add up to an odd number.
// Memory n²/8 bytes.
class Cochain {
 public:
  explicit Cochain(int32_t points)
      : words_((points + 255) / 256 * 4),
        bits_(static_cast<size_t>(points) * static_cast<size_t>(words_), 0),
        is_touched_(points, 0) {}

  // Takes the edge out if it is in, else puts it in.
  void Toggle(Edge edge) {
    ToggleHalf(edge.i, edge.j);
    ToggleHalf(edge.j, edge.i);
  }

  bool Has(int32_t i, int32_t k) const { return (row(i)[k / 64] >> (k % 64) & 1) != 0; }

  // words() of them, a multiple of four; zero from the last point on.
  const uint64_t* row(int32_t i) const { return bits_.data() + size_t(i) * size_t(words_); }
  int32_t words() const { return words_; }

  // Ends of edges that were toggled since the cochain was empty, in order of their first time.
  const std::vector<int32_t>& touched() const { return touched_; }

  // Empties the cochain, and calls visit(edge), with i < j, for each edge that was in.
  template <typename Visit>
  void TakeEdges(Visit visit) {
    for (const int32_t i : touched_) {
      uint64_t* own = bits_.data() + size_t(i) * size_t(words_);
      for (int32_t w = 0; w < words_; ++w) {
        for (uint64_t bits = own[w]; bits != 0; bits &= bits - 1) {
          const int32_t k = w * 64 + __builtin_ctzll(bits);
          if (i < k) visit(Edge{static_cast<uint16_t>(i), static_cast<uint16_t>(k)});
        }
      }
      is_touched_[i] = 0;
    }
    for (const int32_t i : touched_)
      std::fill_n(bits_.data() + size_t(i) * size_t(words_), words_, 0);
    touched_.clear();
  }

 private:
  void ToggleHalf(int32_t i, int32_t k) {
    bits_[size_t(i) * size_t(words_) + size_t(k) / 64] ^= uint64_t{1} << (k % 64);
    if (is_touched_[i] == 0) {
      is_touched_[i] = 1;
      touched_.push_back(i);
    }
  }

  int32_t words_;
  std::vector<uint64_t> bits_;
  std::vector<char> is_touched_;
  std::vector<int32_t> touched_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_COCHAIN_H_
