// Byte-pair encoding: a piece of text becomes tokens by merging neighbours, best rank first.
//
//   ASSIGN_OR_RETURN(const BpeModel model, BpeModel::Create(vocabulary, {{"a", "b"}}, {}));
//   WordCache cache;
//   RETURN_IF_ERROR(model.Encode("abab", cache, ids));
//
// Starts with one token for each character; of all neighbours that have a merge the one of lowest
// rank, leftmost first, is merged until none is left (Sennrich et al. 2016, as `tokenizers` does
// it). n log n in the piece, with 40 bytes for each character of one.
#ifndef WIDTHLAB_COMMON_TOKENIZER_BPE_MODEL_H_
#define WIDTHLAB_COMMON_TOKENIZER_BPE_MODEL_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/tokenizer/vocabulary.h"
#include "common/tokenizer/word_cache.h"

namespace widthlab::tokenizer {

struct BpeOptions {
  // Of a character that has no token; without one such characters are left out.
  std::optional<std::string> unknown_token = std::nullopt;
  // Unknown characters in a row are one token.
  bool fuse_unknown = false;
  // A character without a token becomes its bytes, <0x00> to <0xFF>, where all of them are tokens.
  bool byte_fallback = false;
  // A piece that is a token needs no merges.
  bool ignore_merges = false;
};

class BpeModel {
 public:
  using Merges = std::vector<std::pair<std::string, std::string>>;

  // Merges by rank. INVALID_ARGUMENT on field "merges" or "unk_token" for one that names no token.
  static absl::StatusOr<BpeModel> Create(std::shared_ptr<const Vocabulary> vocabulary,
                                         const Merges& merges, BpeOptions options);

  // Longest piece that Encode takes, in bytes.
  static constexpr size_t kMaxPieceBytes = size_t{1} << 26;

  // Appends the tokens of `piece`, valid UTF-8. INVALID_ARGUMENT on field "text" for a longer one.
  absl::Status Encode(std::string_view piece, WordCache& cache, std::vector<int64_t>& ids) const;

  const Vocabulary& vocabulary() const { return *vocabulary_; }

 private:
  struct Merge {
    uint32_t rank;
    uint32_t id;
  };
  class Word;

  BpeModel(std::shared_ptr<const Vocabulary> vocabulary, BpeOptions options);

  absl::Status AddMerges(const Merges& merges);
  const Merge* Find(uint32_t left, uint32_t right) const;
  std::optional<uint32_t> CharacterId(std::string_view text, char32_t c) const;
  std::optional<std::array<uint32_t, 4>> ByteIds(std::string_view character) const;
  Word Characters(std::string_view piece) const;

  std::shared_ptr<const Vocabulary> vocabulary_;
  BpeOptions options_;
  std::optional<uint32_t> unknown_id_;
  absl::flat_hash_map<uint64_t, Merge> merges_;
  // Tokens of the first characters and of the bytes; kNoToken where there is none.
  std::array<uint32_t, 1024> first_characters_;
  std::array<uint32_t, 256> bytes_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_BPE_MODEL_H_
