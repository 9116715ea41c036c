#include "common/tokenizer/bpe_model.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

constexpr uint32_t kNoToken = std::numeric_limits<uint32_t>::max();

uint64_t PairKey(uint32_t left, uint32_t right) { return uint64_t{left} << 32 | right; }

}  // namespace

// Tokens in a row, each linked to its neighbours; those that were merged away are skipped.
class BpeModel::Word {
 public:
  void Add(uint32_t id) {
    const int32_t index = static_cast<int32_t>(symbols_.size());
    if (index > 0) symbols_.back().next = index;
    symbols_.push_back({id, index - 1, -1, true});
  }

  void MergeAll(const BpeModel& model) {
    for (int32_t i = 0; i + 1 < static_cast<int32_t>(symbols_.size()); ++i) Consider(model, i);
    while (!candidates_.empty()) {
      const Candidate best = candidates_.top();
      candidates_.pop();
      if (Stands(model, best)) MergeAt(model, best);
    }
  }

  std::vector<uint32_t> Ids() const {
    std::vector<uint32_t> ids;
    for (const Symbol& symbol : symbols_) {
      if (symbol.is_alive) ids.push_back(symbol.id);
    }
    return ids;
  }

 private:
  struct Symbol {
    uint32_t id;
    int32_t previous;
    int32_t next;
    bool is_alive;
  };

  struct Candidate {
    uint32_t rank;
    int32_t at;
    uint32_t id;

    // The best one is the largest.
    bool operator<(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : at > other.at;
    }
  };

  Symbol& At(int32_t index) { return symbols_[static_cast<size_t>(index)]; }

  // The symbol at `left` with the one behind it.
  void Consider(const BpeModel& model, int32_t left) {
    const Symbol& symbol = At(left);
    if (symbol.next < 0) return;
    const Merge* merge = model.Find(symbol.id, At(symbol.next).id);
    if (merge != nullptr) candidates_.push({merge->rank, left, merge->id});
  }

  // Whether what was to be merged is still there.
  bool Stands(const BpeModel& model, const Candidate& candidate) {
    const Symbol& symbol = At(candidate.at);
    if (!symbol.is_alive || symbol.next < 0) return false;
    const Merge* merge = model.Find(symbol.id, At(symbol.next).id);
    return merge != nullptr && merge->id == candidate.id;
  }

  void MergeAt(const BpeModel& model, const Candidate& candidate) {
    Symbol& left = At(candidate.at);
    Symbol& right = At(left.next);
    left.id = candidate.id;
    left.next = right.next;
    right.is_alive = false;
    if (left.next >= 0) At(left.next).previous = candidate.at;
    if (left.previous >= 0) Consider(model, left.previous);
    Consider(model, candidate.at);
  }

  std::vector<Symbol> symbols_;
  std::priority_queue<Candidate> candidates_;
};

BpeModel::BpeModel(std::shared_ptr<const Vocabulary> vocabulary, BpeOptions options)
    : vocabulary_(std::move(vocabulary)), options_(std::move(options)) {
  for (char32_t c = 0; c < first_characters_.size(); ++c) {
    std::string text;
    AppendUtf8(c, text);
    first_characters_[c] = vocabulary_->Id(text).value_or(kNoToken);
  }
  for (size_t byte = 0; byte < bytes_.size(); ++byte) {
    bytes_[byte] = vocabulary_->Id(absl::StrFormat("<0x%02X>", byte)).value_or(kNoToken);
  }
}

absl::StatusOr<BpeModel> BpeModel::Create(std::shared_ptr<const Vocabulary> vocabulary,
                                          const Merges& merges, BpeOptions options) {
  BpeModel model(std::move(vocabulary), std::move(options));
  if (model.options_.unknown_token.has_value()) {
    model.unknown_id_ = model.vocabulary_->Id(*model.options_.unknown_token);
    if (!model.unknown_id_.has_value()) {
      return InvalidField("unk_token", *model.options_.unknown_token, "a token of the vocabulary");
    }
  }
  RETURN_IF_ERROR(model.AddMerges(merges));
  return model;
}

absl::Status BpeModel::AddMerges(const Merges& merges) {
  merges_.reserve(merges.size());
  uint32_t rank = 0;
  for (const auto& [left, right] : merges) {
    const auto left_id = vocabulary_->Id(left);
    const auto right_id = vocabulary_->Id(right);
    const auto id = vocabulary_->Id(absl::StrCat(left, right));
    if (!left_id.has_value() || !right_id.has_value() || !id.has_value()) {
      const std::string missing = !left_id.has_value()    ? left
                                  : !right_id.has_value() ? right
                                                          : absl::StrCat(left, right);
      return InvalidFieldBecause(
          "merges", absl::StrCat("number ", rank, ", \"", left, "\" and \"", right, "\", needs \"",
                                 missing, "\", which is not in the vocabulary"));
    }
    merges_[PairKey(*left_id, *right_id)] = {rank, *id};
    ++rank;
  }
  return absl::OkStatus();
}

const BpeModel::Merge* BpeModel::Find(uint32_t left, uint32_t right) const {
  const auto found = merges_.find(PairKey(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

std::optional<uint32_t> BpeModel::CharacterId(std::string_view text, char32_t c) const {
  if (c >= first_characters_.size()) return vocabulary_->Id(text);
  if (first_characters_[c] == kNoToken) return std::nullopt;
  return first_characters_[c];
}

// The tokens of a character's bytes, the rest kNoToken; nullopt where one of them is missing.
std::optional<std::array<uint32_t, 4>> BpeModel::ByteIds(std::string_view character) const {
  std::array<uint32_t, 4> ids;
  ids.fill(kNoToken);
  for (size_t i = 0; i < character.size(); ++i) {
    ids[i] = bytes_[static_cast<unsigned char>(character[i])];
    if (ids[i] == kNoToken) return std::nullopt;
  }
  return ids;
}

// An unknown character is held back until it is known whether another follows it; bytes that stand
// in for a character go before it.
BpeModel::Word BpeModel::Characters(std::string_view piece) const {
  Word word;
  bool held_unknown = false;
  for (size_t at = 0; at < piece.size();) {
    const size_t begin = at;
    const char32_t c = NextCodePoint(piece, at);
    const std::string_view character = piece.substr(begin, at - begin);
    const std::optional<uint32_t> id = CharacterId(character, c);
    if (id.has_value()) {
      if (std::exchange(held_unknown, false)) word.Add(*unknown_id_);
      word.Add(*id);
      continue;
    }
    if (options_.byte_fallback) {
      const auto bytes = ByteIds(character);
      for (size_t i = 0; bytes.has_value() && i < character.size(); ++i) word.Add((*bytes)[i]);
      if (bytes.has_value()) continue;
    }
    if (!unknown_id_.has_value()) continue;
    if (held_unknown && !options_.fuse_unknown) word.Add(*unknown_id_);
    held_unknown = true;
  }
  if (held_unknown) word.Add(*unknown_id_);
  return word;
}

absl::Status BpeModel::Encode(std::string_view piece, WordCache& cache,
                              std::vector<int64_t>& ids) const {
  if (options_.ignore_merges) {
    if (const auto id = vocabulary_->Id(piece); id.has_value()) {
      ids.push_back(*id);
      return absl::OkStatus();
    }
  }
  if (const std::vector<uint32_t>* known = cache.Find(piece); known != nullptr) {
    ids.insert(ids.end(), known->begin(), known->end());
    return absl::OkStatus();
  }
  if (piece.size() > kMaxPieceBytes) {
    return InvalidField("text", absl::StrCat("one piece of ", piece.size(), " bytes"),
                        absl::StrCat("cut by its tokenizer into pieces of at most ", kMaxPieceBytes,
                                     " bytes; give it as several documents"));
  }
  Word word = Characters(piece);
  word.MergeAll(*this);
  const std::vector<uint32_t> merged = word.Ids();
  cache.Keep(piece, merged);
  ids.insert(ids.end(), merged.begin(), merged.end());
  return absl::OkStatus();
}

}  // namespace widthlab::tokenizer
