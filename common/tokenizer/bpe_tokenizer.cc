#include "common/tokenizer/bpe_tokenizer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

// One text on its way through the parts.
class Encoding {
 public:
  Encoding(const BpeTokenizerParts& parts, std::string_view text) : parts_(parts), text_(text) {}

  absl::StatusOr<std::vector<int64_t>> Ids() {
    const absl::Status status = parts_.raw_tokens.Split(
        text_, [this](std::string_view part) { return Normalized(part); },
        [this](uint32_t id) { ids_.push_back(id); });
    if (!status.ok()) return status;
    return std::move(ids_);
  }

 private:
  absl::Status Normalized(std::string_view part) {
    const bool begins_text = part.data() == text_.data();
    if (parts_.normalizer == nullptr) return AfterNormalizer(part, begins_text);
    ASSIGN_OR_RETURN(const std::string normalized, parts_.normalizer->Normalize(part));
    return AfterNormalizer(normalized, begins_text);
  }

  absl::Status AfterNormalizer(std::string_view text, bool begins_text) {
    return parts_.normalized_tokens.Split(
        text,
        [&](std::string_view part) {
          return Pieces({part, begins_text && part.data() == text.data()});
        },
        [this](uint32_t id) { ids_.push_back(id); });
  }

  absl::Status Pieces(const TextPiece& piece) {
    const auto encode = [this](const TextPiece& each) {
      return parts_.model->Encode(each.text, cache_, ids_);
    };
    if (parts_.pre_tokenizer == nullptr) return encode(piece);
    return parts_.pre_tokenizer->Split(piece, encode);
  }

  const BpeTokenizerParts& parts_;
  const std::string_view text_;
  WordCache cache_;
  std::vector<int64_t> ids_;
};

class BpeTokenizer : public Tokenizer {
 public:
  explicit BpeTokenizer(BpeTokenizerParts parts) : parts_(std::move(parts)) {}

  std::string_view name() const override { return parts_.name; }
  int64_t vocabulary_size() const override {
    return std::max(parts_.model->vocabulary().end(), parts_.added.end());
  }

  absl::StatusOr<std::vector<int64_t>> Encode(std::string_view text) const override {
    RETURN_IF_ERROR(CheckUtf8(text));
    return Encoding(parts_, text).Ids();
  }

  absl::StatusOr<std::vector<int64_t>> EncodeDocument(std::string_view text) const override {
    ASSIGN_OR_RETURN(std::vector<int64_t> ids, Encode(text));
    ids.insert(ids.begin(), parts_.prefix.begin(), parts_.prefix.end());
    ids.insert(ids.end(), parts_.suffix.begin(), parts_.suffix.end());
    return ids;
  }

  absl::StatusOr<std::string> Decode(absl::Span<const int64_t> ids) const override {
    std::vector<std::string> tokens;
    for (const int64_t id : ids) {
      const std::optional<std::string_view> token = Token(id);
      if (!token.has_value()) {
        return InvalidField("token_id", absl::StrCat(id), "one of the vocabulary");
      }
      if (!parts_.special.contains(id)) tokens.emplace_back(*token);
    }
    return parts_.decoder.Decode(std::move(tokens));
  }

 private:
  std::optional<std::string_view> Token(int64_t id) const {
    const std::optional<std::string_view> token = parts_.model->vocabulary().Token(id);
    return token.has_value() ? token : parts_.added.Token(id);
  }

  const BpeTokenizerParts parts_;
};

}  // namespace

std::unique_ptr<Tokenizer> MakeBpeTokenizer(BpeTokenizerParts parts) {
  return std::make_unique<BpeTokenizer>(std::move(parts));
}

}  // namespace widthlab::tokenizer
