// SentencePiece's normaliser: rules for sequences of characters, and what becomes of blanks.
//
//   ASSIGN_OR_RETURN(auto normalizer, SentencePieceNormalizer::Create(model));
//   normalizer.Normalize("Hello  world")            // "▁Hello▁world"
//
// The rules are a double-array trie (Darts) over bytes whose leaves are places in a list of texts,
// as the model's file has them. At every place the longest rule is applied. Immutable.
#ifndef WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_NORMALIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_NORMALIZER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tokenizer/prefix_matcher.h"
#include "common/tokenizer/sentence_piece_model.h"

namespace widthlab::tokenizer {

// What a blank looks like in a piece: U+2581.
inline constexpr std::string_view kBlankPiece = "\xE2\x96\x81";

class SentencePieceNormalizer {
 public:
  // INVALID_ARGUMENT on field "tokenizer" for rules that are cut short.
  static absl::StatusOr<SentencePieceNormalizer> Create(const SentencePieceModel& model);

  // `text` is valid UTF-8; `user_defined` are the pieces that no rule touches.
  std::string Normalize(std::string_view text, const PrefixMatcher& user_defined) const;

 private:
  SentencePieceNormalizer() = default;

  // What the beginning of `text` becomes, and how many bytes of it that are.
  std::pair<std::string_view, size_t> First(std::string_view text,
                                            const PrefixMatcher& user_defined) const;

  std::vector<uint32_t> trie_;
  std::string texts_;
  bool add_blank_before_ = false;
  bool add_blank_behind_ = false;
  bool remove_extra_ = false;
  std::string blank_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_NORMALIZER_H_
