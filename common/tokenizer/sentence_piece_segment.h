// Cuts normalised text into SentencePiece's pieces.
//
//   PieceTable table;                     // texts, scores and types of the pieces
//   std::vector<PieceMatch> best = SegmentUnigram(table, "▁Hello");
//   std::vector<PieceMatch> merged = SegmentByScore(table, "▁Hello");
//
// Unigram: the pieces of largest total score (Kudo 2018), in float32 and in the order of the
// reference, because ties decide ids. By score: neighbours whose joined text is a piece are merged,
// highest score first, then leftmost. Both are about linear in the text.
#ifndef WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_SEGMENT_H_
#define WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_SEGMENT_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "common/tokenizer/prefix_matcher.h"
#include "common/tokenizer/sentence_piece_model.h"

namespace widthlab::tokenizer {

// Not to be copied or moved: `ids` views the pieces.
struct PieceTable {
  std::vector<SentencePiece> pieces = {};
  // Normal, user-defined and unused pieces, all of them and for each text the first.
  PrefixMatcher prefixes = {};
  absl::flat_hash_map<std::string_view, uint32_t> ids = {};
  // User-defined ones, which are never cut.
  PrefixMatcher user_defined = {};
  uint32_t unknown_id = 0;
  // Over the normal pieces; the largest is above 0, as in the reference.
  float least_score = 0;
  float largest_score = std::numeric_limits<float>::min();
};

// INVALID_ARGUMENT on field "tokenizer" where there is not exactly one unknown piece.
absl::StatusOr<std::unique_ptr<const PieceTable>> MakePieceTable(std::vector<SentencePiece> pieces);

struct PieceMatch {
  std::string_view text;
  uint32_t id;
};

// `text` is valid UTF-8 and outlives the matches. What is no piece has the id of the unknown one.
std::vector<PieceMatch> SegmentUnigram(const PieceTable& table, std::string_view text);
std::vector<PieceMatch> SegmentByScore(const PieceTable& table, std::string_view text);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_SEGMENT_H_
