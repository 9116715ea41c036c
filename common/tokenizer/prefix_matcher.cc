#include "common/tokenizer/prefix_matcher.h"

namespace widthlab::tokenizer {

bool PrefixMatcher::Add(std::string_view text, uint32_t value) {
  begins_[static_cast<unsigned char>(text.front())] = true;
  uint32_t node = 0;
  for (const char byte : text) {
    const auto next = static_cast<uint32_t>(values_.size());
    const auto [edge, is_new] = edges_.emplace(EdgeKey(node, byte), next);
    if (is_new) values_.push_back(kNone);
    node = edge->second;
  }
  if (values_[node] != kNone) return false;
  values_[node] = value;
  return true;
}

}  // namespace widthlab::tokenizer
