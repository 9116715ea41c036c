#include "common/tokenizer/sentence_piece_tokenizer.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/sentence_piece_model.h"
#include "common/tokenizer/sentence_piece_normalizer.h"
#include "common/tokenizer/sentence_piece_segment.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

using Type = SentencePiece::Type;

class SentencePieceTokenizer : public Tokenizer {
 public:
  SentencePieceTokenizer(const SentencePieceModel& model, SentencePieceNormalizer normalizer,
                         std::unique_ptr<const PieceTable> table)
      : kind_(model.kind),
        byte_fallback_(model.byte_fallback),
        has_dummy_prefix_(model.add_dummy_prefix && !model.whitespace_as_suffix),
        normalizer_(std::move(normalizer)),
        table_(std::move(table)) {}

  // The ids of the 256 bytes, where the model falls back to them; an error names one that is
  // missing.
  absl::Status FindBytes() {
    if (!byte_fallback_) return absl::OkStatus();
    bytes_.fill(-1);
    for (size_t id = 0; id < table_->pieces.size(); ++id) {
      uint32_t byte = 0;
      const SentencePiece& piece = table_->pieces[id];
      if (piece.type == Type::kByte && piece.text.size() == 6 &&
          absl::SimpleHexAtoi(piece.text.substr(3, 2), &byte)) {
        bytes_[byte] = static_cast<int64_t>(id);
      }
    }
    for (size_t byte = 0; byte < bytes_.size(); ++byte) {
      if (bytes_[byte] < 0) {
        return InvalidFieldBecause(
            "tokenizer", absl::StrFormat("falls back to bytes but has no piece <0x%02X>", byte));
      }
    }
    return absl::OkStatus();
  }

  absl::Status SetFrame(const SentencePieceModel& model, SentencePieceFrame frame) {
    RETURN_IF_ERROR(Around("add_bos_token", frame.add_bos, model.bos_id, prefix_));
    return Around("add_eos_token", frame.add_eos, model.eos_id, suffix_);
  }

  std::string_view name() const override { return kSentencePieceName; }
  int64_t vocabulary_size() const override { return static_cast<int64_t>(table_->pieces.size()); }

  absl::StatusOr<std::vector<int64_t>> Encode(std::string_view text) const override {
    RETURN_IF_ERROR(CheckUtf8(text));
    const std::string normalized = normalizer_.Normalize(text, table_->user_defined);
    const std::vector<PieceMatch> pieces = kind_ == SentencePieceModel::Kind::kBpe
                                               ? SegmentByScore(*table_, normalized)
                                               : SegmentUnigram(*table_, normalized);
    std::vector<int64_t> ids;
    bool after_unknown = false;
    for (const PieceMatch& piece : pieces) {
      const bool is_unknown = piece.id == table_->unknown_id;
      if (is_unknown && byte_fallback_) {
        for (const char byte : piece.text) ids.push_back(bytes_[static_cast<unsigned char>(byte)]);
      } else if (!is_unknown || !after_unknown) {
        ids.push_back(piece.id);
      }
      after_unknown = is_unknown;
    }
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
      const SentencePiece& piece = table_->pieces[static_cast<size_t>(id)];
      uint32_t byte = 0;
      if (piece.type == Type::kControl) continue;
      if (piece.type == Type::kByte && absl::SimpleHexAtoi(piece.text.substr(3, 2), &byte)) {
        text.push_back(static_cast<char>(byte));
      } else {
        const absl::string_view blank(kBlankPiece.data(), kBlankPiece.size());
        text += piece.type == Type::kUnknown ? " \u2047 "
                                             : absl::StrReplaceAll(piece.text, {{blank, " "}});
      }
    }
    if (has_dummy_prefix_ && !text.empty() && text.front() == ' ') text.erase(0, 1);
    return text;
  }

 private:
  absl::Status Around(std::string_view field, bool wanted, int64_t id, std::vector<int64_t>& side) {
    if (!wanted) return absl::OkStatus();
    if (id < 0 || id >= vocabulary_size()) {
      return InvalidFieldBecause(field, "is true, but the tokenizer has no such piece");
    }
    side = {id};
    return absl::OkStatus();
  }

  const SentencePieceModel::Kind kind_;
  const bool byte_fallback_;
  const bool has_dummy_prefix_;
  const SentencePieceNormalizer normalizer_;
  const std::unique_ptr<const PieceTable> table_;
  std::array<int64_t, 256> bytes_ = {};
  std::vector<int64_t> prefix_;
  std::vector<int64_t> suffix_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> MakeSentencePieceTokenizer(std::string_view bytes,
                                                                      SentencePieceFrame frame) {
  ASSIGN_OR_RETURN(SentencePieceModel model, ParseSentencePieceModel(bytes));
  ASSIGN_OR_RETURN(SentencePieceNormalizer normalizer, SentencePieceNormalizer::Create(model));
  ASSIGN_OR_RETURN(std::unique_ptr<const PieceTable> table,
                   MakePieceTable(std::move(model.pieces)));
  auto tokenizer =
      std::make_unique<SentencePieceTokenizer>(model, std::move(normalizer), std::move(table));
  RETURN_IF_ERROR(tokenizer->FindBytes());
  RETURN_IF_ERROR(tokenizer->SetFrame(model, frame));
  return tokenizer;
}

}  // namespace widthlab::tokenizer
