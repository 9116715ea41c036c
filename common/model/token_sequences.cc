#include "common/model/token_sequences.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/model/stream_kernels.h"
#include "common/status/error.h"

namespace widthlab::model {

int64_t TokenSequences::longest() const {
  int64_t longest = 1;
  for (int64_t i = 0; i < count(); ++i) longest = std::max(longest, length(i));
  return longest;
}

std::vector<TokenBlock> BlocksOf(const TokenSequences& tokens, int64_t first, int64_t last,
                                 int64_t rows) {
  std::vector<TokenBlock> blocks;
  for (int64_t i = first; i < last; ++i) {
    for (int64_t at = tokens.begin(i); at < tokens.end(i); at += rows) {
      blocks.push_back({at, std::min(rows, tokens.end(i) - at), at - tokens.begin(i)});
    }
  }
  return blocks;
}

std::vector<int64_t> NextTokens(const TokenSequences& tokens) {
  std::vector<int64_t> targets(static_cast<size_t>(tokens.tokens()), -1);
  for (int64_t i = 0; i < tokens.count(); ++i) {
    for (int64_t at = tokens.begin(i); at + 1 < tokens.end(i); ++at) {
      targets[static_cast<size_t>(at)] = tokens.ids[static_cast<size_t>(at) + 1];
    }
  }
  return targets;
}

absl::Status CheckTokens(const architecture::Architecture& a, const TokenSequences& tokens) {
  if (tokens.count() < 1) return InvalidField("sequences", "none", "at least one");
  for (int64_t i = 0; i < tokens.count(); ++i) {
    const int64_t length = tokens.length(i);
    if (length >= 1 && length <= a.max_positions) continue;
    return InvalidField(
        "sequences", absl::StrCat("sequence ", i, " of ", length, " tokens"),
        absl::StrCat("of 1 to ", a.max_positions, " tokens, the positions of the model"));
  }
  for (int64_t i = 0; i < tokens.count(); ++i) {
    for (int64_t at = tokens.begin(i); at < tokens.end(i); ++at) {
      const int64_t id = tokens.ids[static_cast<size_t>(at)];
      if (id >= 0 && id < a.vocab_size) continue;
      return InvalidField(
          "token_id", absl::StrCat(id, " (sequence ", i, ", position ", at - tokens.begin(i), ")"),
          absl::StrCat("in [0, ", a.vocab_size, "), the vocabulary of the model"));
    }
  }
  return absl::OkStatus();
}

absl::Status StatesNotFinite(const TokenSequences& tokens, absl::Span<const float> states,
                             const std::string& where) {
  const int64_t d = static_cast<int64_t>(states.size()) / tokens.tokens();
  for (int64_t i = 0; i < tokens.count(); ++i) {
    for (int64_t at = tokens.begin(i); at < tokens.end(i); ++at) {
      if (AllFinite(states.data() + at * d, d)) continue;
      return MakeError(absl::StatusCode::kFailedPrecondition,
                       {.reason = "STATES_NOT_FINITE", .field = "model"},
                       absl::StrCat("the model's states are not finite in ", where, ", sequence ",
                                    i, ", position ", at - tokens.begin(i)));
    }
  }
  return absl::InternalError("states are finite after all");
}

}  // namespace widthlab::model
