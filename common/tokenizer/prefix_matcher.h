// The longest of many texts that another begins with.
//
//   PrefixMatcher matcher;
//   matcher.Add("ab", 7);
//   matcher.Longest("abc")                // {.size = 2, .value = 7}
//   matcher.ForEach("abc", [](size_t size, uint32_t value) { ... });
//
// A trie whose edges are one hash table. Immutable once filled.
#ifndef WIDTHLAB_COMMON_TOKENIZER_PREFIX_MATCHER_H_
#define WIDTHLAB_COMMON_TOKENIZER_PREFIX_MATCHER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace widthlab::tokenizer {

class PrefixMatcher {
 public:
  struct Match {
    // 0 for none.
    size_t size = 0;
    uint32_t value = 0;
  };

  // False where the text is there already, which keeps its value. `text` is not empty.
  bool Add(std::string_view text, uint32_t value);

  Match Longest(std::string_view text) const {
    Match longest;
    ForEach(text, [&longest](size_t size, uint32_t value) { longest = {size, value}; });
    return longest;
  }

  // All that `text` begins with, shortest first.
  template <typename Use>
  void ForEach(std::string_view text, Use use) const {
    uint32_t node = 0;
    for (size_t at = 0; at < text.size(); ++at) {
      if (at == 0 && !begins_[static_cast<unsigned char>(text[0])]) return;
      const auto edge = edges_.find(EdgeKey(node, text[at]));
      if (edge == edges_.end()) return;
      node = edge->second;
      if (values_[node] != kNone) use(at + 1, values_[node]);
    }
  }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  static uint64_t EdgeKey(uint32_t node, char byte) {
    return uint64_t{node} << 8 | static_cast<unsigned char>(byte);
  }

  absl::flat_hash_map<uint64_t, uint32_t> edges_;
  // By node; the root is 0.
  std::vector<uint32_t> values_ = {kNone};
  std::array<bool, 256> begins_ = {};
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_PREFIX_MATCHER_H_
