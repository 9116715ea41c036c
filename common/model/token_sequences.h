// The token sequences that a pass runs over, and the blocks of rows that they are cut into.
//
//   const TokenSequences tokens{ids, {0, 512, 1024}};          // two sequences of 512 tokens
//   RETURN_IF_ERROR(CheckTokens(a, tokens));
//   for (const TokenBlock& block : BlocksOf(tokens, 0, tokens.count(), /*rows=*/256)) { ... }
#ifndef WIDTHLAB_COMMON_MODEL_TOKEN_SEQUENCES_H_
#define WIDTHLAB_COMMON_MODEL_TOKEN_SEQUENCES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"

namespace widthlab::model {

// Sequences one after the other: sequence i is ids[offsets[i]] to ids[offsets[i + 1] - 1].
struct TokenSequences {
  absl::Span<const int64_t> ids;
  std::vector<int64_t> offsets;

  int64_t count() const { return static_cast<int64_t>(offsets.size()) - 1; }
  int64_t tokens() const { return static_cast<int64_t>(ids.size()); }
  int64_t begin(int64_t sequence) const { return offsets[static_cast<size_t>(sequence)]; }
  int64_t end(int64_t sequence) const { return offsets[static_cast<size_t>(sequence) + 1]; }
  int64_t length(int64_t sequence) const { return end(sequence) - begin(sequence); }
  // Tokens of the longest sequence; at least 1.
  int64_t longest() const;
};

// Rows [begin, begin + rows) of all tokens, which begin at `position` of their sequence.
struct TokenBlock {
  int64_t begin = 0;
  int64_t rows = 0;
  int64_t position = 0;
};

// Sequences [first, last), each cut by itself into blocks of `rows` tokens and a rest: where a
// block begins and ends does not depend on the sequences beside it.
std::vector<TokenBlock> BlocksOf(const TokenSequences& tokens, int64_t first, int64_t last,
                                 int64_t rows);

// The token after each, -1 behind the last of a sequence. [tokens]
std::vector<int64_t> NextTokens(const TokenSequences& tokens);

// INVALID_ARGUMENT on field `token_id` or `sequences` for an id outside the vocabulary, an empty
// sequence, or one that is longer than the model's positions.
absl::Status CheckTokens(const architecture::Architecture& a, const TokenSequences& tokens);

// FAILED_PRECONDITION STATES_NOT_FINITE: the first token whose row of states [tokens, d] holds a
// NaN or an infinity, of which there is one, in `where` ("layer 3").
absl::Status StatesNotFinite(const TokenSequences& tokens, absl::Span<const float> states,
                             const std::string& where);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_TOKEN_SEQUENCES_H_
