#include "common/tokenizer/scored_tokenizer.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/added_tokens.h"
#include "common/tokenizer/sentence_piece_segment.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

using Type = SentencePiece::Type;

constexpr char kBlank[] = "\u2581";
constexpr int64_t kNone = -1;

class ScoredTokenizer : public Tokenizer {
 public:
  explicit ScoredTokenizer(GgufVocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

  absl::Status Prepare() {
    // Merges know texts and scores; what is special was taken out of the text before.
    std::vector<SentencePiece> pieces = vocabulary_.pieces;
    for (size_t id = 0; id < pieces.size(); ++id) {
      RETURN_IF_ERROR(AddSpecial(static_cast<uint32_t>(id)));
      pieces[id].type = Type::kNormal;
    }
    if (vocabulary_.unknown_id == kNone) {
      return InvalidField("tokenizer.ggml.unknown_token_id", "missing", "the id of a token");
    }
    pieces[static_cast<size_t>(vocabulary_.unknown_id)].type = Type::kUnknown;
    ASSIGN_OR_RETURN(table_, MakePieceTable(std::move(pieces)));
    FindBytes();
    RETURN_IF_ERROR(Frame("tokenizer.ggml.bos_token_id", vocabulary_.add_bos.value_or(true),
                          vocabulary_.bos_id, prefix_));
    return Frame("tokenizer.ggml.eos_token_id", vocabulary_.add_eos, vocabulary_.eos_id, suffix_);
  }

  std::string_view name() const override { return "gguf"; }
  int64_t vocabulary_size() const override {
    return static_cast<int64_t>(vocabulary_.pieces.size());
  }

  absl::StatusOr<std::vector<int64_t>> Encode(std::string_view text) const override {
    RETURN_IF_ERROR(CheckUtf8(text));
    std::vector<int64_t> ids;
    bool after_special = true;
    const absl::Status status = special_.Split(
        text,
        [&](std::string_view part) {
          const bool spaced = vocabulary_.add_space_prefix && after_special;
          after_special = false;
          return Part(absl::StrCat(spaced ? " " : "", std::string(part)), ids);
        },
        [&](uint32_t id) {
          after_special = true;
          ids.push_back(id);
        });
    if (!status.ok()) return status;
    return ids;
  }

  absl::StatusOr<std::vector<int64_t>> EncodeDocument(std::string_view text) const override {
    ASSIGN_OR_RETURN(std::vector<int64_t> ids, Encode(text));
    ids.insert(ids.begin(), prefix_.begin(), prefix_.end());
    ids.insert(ids.end(), suffix_.begin(), suffix_.end());
    return ids;
  }

  absl::StatusOr<std::string> Decode(absl::Span<const int64_t> ids) const override {
    std::string text;
    for (const int64_t id : ids) {
      if (id < 0 || id >= vocabulary_size()) {
        return InvalidField("token_id", absl::StrCat(id),
                            absl::StrCat("in [0, ", vocabulary_size(), ")"));
      }
      const SentencePiece& piece = vocabulary_.pieces[static_cast<size_t>(id)];
      uint32_t byte = 0;
      if (piece.type == Type::kControl || piece.type == Type::kUnknown) continue;
      if (piece.type == Type::kByte && piece.text.size() == 6 &&
          absl::SimpleHexAtoi(piece.text.substr(3, 2), &byte)) {
        text.push_back(static_cast<char>(byte));
      } else {
        text += absl::StrReplaceAll(piece.text, {{kBlank, " "}});
      }
    }
    if (vocabulary_.add_space_prefix && !text.empty() && text.front() == ' ') text.erase(0, 1);
    return text;
  }

 private:
  absl::Status AddSpecial(uint32_t id) {
    const SentencePiece& piece = vocabulary_.pieces[id];
    if (!GgufVocabulary::IsSpecial(piece) || piece.text.empty()) return absl::OkStatus();
    return special_.Add({.content = piece.text, .id = id});
  }

  void FindBytes() {
    for (size_t byte = 0; byte < bytes_.size(); ++byte) {
      const std::string spelt = absl::StrFormat("<0x%02X>", byte);
      const auto found = table_->ids.find(spelt);
      bytes_[byte] = found == table_->ids.end() ? kNone : int64_t{found->second};
    }
  }

  absl::Status Frame(std::string_view key, bool wanted, int64_t id, std::vector<int64_t>& side) {
    if (!wanted) return absl::OkStatus();
    if (id == kNone) return InvalidField(key, "missing", "the token that begins or ends documents");
    side = {id};
    return absl::OkStatus();
  }

  // Text without special tokens.
  absl::Status Part(const std::string& part, std::vector<int64_t>& ids) const {
    const std::string spelt = absl::StrReplaceAll(part, {{" ", kBlank}});
    for (const PieceMatch& match : SegmentByScore(*table_, spelt)) {
      if (match.id != table_->unknown_id) {
        ids.push_back(match.id);
        continue;
      }
      for (const char c : match.text) {
        const int64_t id = bytes_[static_cast<unsigned char>(c)];
        ids.push_back(id == kNone ? int64_t{table_->unknown_id} : id);
      }
    }
    return absl::OkStatus();
  }

  const GgufVocabulary vocabulary_;
  AddedTokens special_;
  std::unique_ptr<const PieceTable> table_;
  std::array<int64_t, 256> bytes_ = {};
  std::vector<int64_t> prefix_;
  std::vector<int64_t> suffix_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> MakeScoredTokenizer(GgufVocabulary vocabulary) {
  auto tokenizer = std::make_unique<ScoredTokenizer>(std::move(vocabulary));
  RETURN_IF_ERROR(tokenizer->Prepare());
  return tokenizer;
}

}  // namespace widthlab::tokenizer
