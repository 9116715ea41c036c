#include "common/tokenizer/sentence_piece_normalizer.h"

#include <cstring>

#include "common/status/error.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

// One unit of the double array.
bool HasLeaf(uint32_t unit) { return (unit >> 8 & 1) != 0; }
uint32_t ValueOf(uint32_t unit) { return unit & 0x7FFFFFFF; }
uint32_t LabelOf(uint32_t unit) { return unit & 0x800000FF; }
uint32_t OffsetOf(uint32_t unit) { return unit >> 10 << ((unit & 1u << 9) >> 6); }

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

absl::StatusOr<SentencePieceNormalizer> SentencePieceNormalizer::Create(
    const SentencePieceModel& model) {
  SentencePieceNormalizer normalizer;
  normalizer.add_blank_before_ = model.add_dummy_prefix && !model.whitespace_as_suffix;
  normalizer.add_blank_behind_ = model.add_dummy_prefix && model.whitespace_as_suffix;
  normalizer.remove_extra_ = model.remove_extra_whitespaces;
  normalizer.blank_ = model.escape_whitespaces ? std::string(kBlankPiece) : " ";
  if (model.rules.empty()) return normalizer;
  uint32_t trie_bytes = 0;
  const size_t head = sizeof(trie_bytes);
  if (model.rules.size() >= head) std::memcpy(&trie_bytes, model.rules.data(), head);
  if (trie_bytes == 0 || trie_bytes % sizeof(uint32_t) != 0 ||
      trie_bytes > model.rules.size() - head) {
    return InvalidFieldBecause("tokenizer", "has normalisation rules that are cut short");
  }
  normalizer.trie_.resize(trie_bytes / sizeof(uint32_t));
  std::memcpy(normalizer.trie_.data(), model.rules.data() + head, trie_bytes);
  normalizer.texts_ = model.rules.substr(head + trie_bytes);
  if (FirstInvalidByte(normalizer.texts_) != std::string_view::npos) {
    return InvalidFieldBecause("tokenizer", "has normalisation rules that are not UTF-8");
  }
  return normalizer;
}

std::pair<std::string_view, size_t> SentencePieceNormalizer::First(
    std::string_view text, const PrefixMatcher& user_defined) const {
  if (const size_t size = user_defined.Longest(text).size; size > 0) {
    return {text.substr(0, size), size};
  }
  size_t longest = 0;
  size_t place = 0;
  size_t node = trie_.empty() ? 0 : OffsetOf(trie_[0]);
  for (size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    node ^= byte;
    if (node >= trie_.size() || LabelOf(trie_[node]) != byte) break;
    const uint32_t unit = trie_[node];
    node ^= OffsetOf(unit);
    if (HasLeaf(unit) && node < trie_.size()) {
      longest = at + 1;
      place = ValueOf(trie_[node]);
    }
  }
  if (longest == 0 || place >= texts_.size()) {
    const size_t size = Utf8Size(text.front());
    return {text.substr(0, size), size};
  }
  // Texts end with a zero byte, or with the list.
  const std::string_view from = std::string_view(texts_).substr(place);
  return {from.substr(0, from.find('\0')), longest};
}

std::string SentencePieceNormalizer::Normalize(std::string_view text,
                                               const PrefixMatcher& user_defined) const {
  while (remove_extra_ && !text.empty()) {
    const auto [first, size] = First(text, user_defined);
    if (first != " ") break;
    text.remove_prefix(size);
  }
  std::string normalized;
  if (text.empty()) return normalized;
  normalized.reserve(2 * text.size());
  if (add_blank_before_) normalized += blank_;
  bool after_blank = remove_extra_;
  while (!text.empty()) {
    auto [first, size] = First(text, user_defined);
    text.remove_prefix(size);
    while (after_blank && !first.empty() && first.front() == ' ') first.remove_prefix(1);
    for (const char byte : first) {
      if (byte == ' ') {
        normalized += blank_;
      } else {
        normalized.push_back(byte);
      }
    }
    if (!first.empty()) after_blank = remove_extra_ && first.back() == ' ';
  }
  while (remove_extra_ && EndsWith(normalized, blank_)) {
    normalized.resize(normalized.size() - blank_.size());
  }
  if (add_blank_behind_) normalized += blank_;
  return normalized;
}

}  // namespace widthlab::tokenizer
