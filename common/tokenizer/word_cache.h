// Words seen before and their tokens, for the length of one text.
//
//   WordCache cache;
//   if (const std::vector<uint32_t>* ids = cache.Find("hello")) ...
//   else cache.Keep("hello", ids);
//
// Holds at most kMaxWords short words, some 10 MB; later ones are not kept. For one thread.
#ifndef WIDTHLAB_COMMON_TOKENIZER_WORD_CACHE_H_
#define WIDTHLAB_COMMON_TOKENIZER_WORD_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace widthlab::tokenizer {

class WordCache {
 public:
  static constexpr size_t kMaxWords = 65536;
  static constexpr size_t kMaxWordBytes = 64;

  const std::vector<uint32_t>* Find(std::string_view word) const {
    if (word.size() > kMaxWordBytes) return nullptr;
    const auto found = words_.find(absl::string_view(word.data(), word.size()));
    return found == words_.end() ? nullptr : &found->second;
  }

  void Keep(std::string_view word, absl::Span<const uint32_t> ids) {
    if (word.size() > kMaxWordBytes || words_.size() == kMaxWords) return;
    words_.emplace(std::string(word), std::vector<uint32_t>(ids.begin(), ids.end()));
  }

 private:
  absl::flat_hash_map<std::string, std::vector<uint32_t>> words_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_WORD_CACHE_H_
