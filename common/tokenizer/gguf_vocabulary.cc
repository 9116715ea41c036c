#include "common/tokenizer/gguf_vocabulary.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/unicode/utf8.h"
#include "common/tokenizer/vocabulary.h"

namespace widthlab::tokenizer {
namespace {

using tensor_io::GgufFile;
using tensor_io::GgufValue;
using Type = SentencePiece::Type;

constexpr char kTokens[] = "tokenizer.ggml.tokens";
constexpr char kTypes[] = "tokenizer.ggml.token_type";
constexpr char kScores[] = "tokenizer.ggml.scores";

absl::Status ReadTokens(const GgufFile& file, GgufVocabulary& vocabulary) {
  const GgufValue* value = file.Find(kTokens);
  const auto texts = value == nullptr ? std::nullopt : value->Texts();
  if (!texts.has_value() || texts->empty() || texts->size() > Vocabulary::kMaxSize) {
    return InvalidFieldBecause(
        kTokens, absl::StrCat("must be a list of 1 to ", Vocabulary::kMaxSize, " texts"));
  }
  for (const std::string_view text : *texts) {
    if (FirstInvalidByte(text) != std::string_view::npos) {
      return InvalidFieldBecause(
          kTokens, absl::StrCat("number ", vocabulary.pieces.size(), " is not UTF-8"));
    }
    vocabulary.pieces.push_back({.text = std::string(text)});
  }
  return absl::OkStatus();
}

absl::Status ReadTypes(const GgufFile& file, GgufVocabulary& vocabulary) {
  const GgufValue* value = file.Find(kTypes);
  if (value == nullptr) return absl::OkStatus();
  const auto types = value->Integers();
  if (!types.has_value() || types->size() != vocabulary.pieces.size()) {
    return InvalidFieldBecause(kTypes, "must be a list of one number for each token");
  }
  for (size_t i = 0; i < types->size(); ++i) {
    if ((*types)[i] < 1 || (*types)[i] > 6) {
      return InvalidField(kTypes, absl::StrCat((*types)[i], " for token ", i), "1 to 6");
    }
    vocabulary.pieces[i].type = static_cast<Type>((*types)[i]);
  }
  return absl::OkStatus();
}

absl::Status ReadScores(const GgufFile& file, GgufVocabulary& vocabulary) {
  const GgufValue* value = file.Find(kScores);
  if (value == nullptr) return absl::OkStatus();
  const auto scores = value->Numbers();
  if (!scores.has_value() || scores->size() != vocabulary.pieces.size()) {
    return InvalidFieldBecause(kScores, "must be a list of one number for each token");
  }
  for (size_t i = 0; i < scores->size(); ++i) {
    if (!std::isfinite((*scores)[i])) {
      return InvalidField(kScores, absl::StrCat((*scores)[i], " for token ", i), "finite");
    }
    vocabulary.pieces[i].score = static_cast<float>((*scores)[i]);
  }
  return absl::OkStatus();
}

// -1 where it is missing.
absl::Status ReadId(const GgufFile& file, const std::string& key, const GgufVocabulary& vocabulary,
                    int64_t& id) {
  ASSIGN_OR_RETURN(id, file.Integer(key, -1));
  if (id < -1 || id >= static_cast<int64_t>(vocabulary.pieces.size())) {
    return InvalidField(key, absl::StrCat(id),
                        absl::StrCat("in [0, ", vocabulary.pieces.size(), ")"));
  }
  return absl::OkStatus();
}

}  // namespace

bool GgufVocabulary::IsSpecial(const SentencePiece& piece) {
  return piece.type == Type::kControl || piece.type == Type::kUserDefined ||
         piece.type == Type::kUnknown;
}

absl::StatusOr<GgufVocabulary> ReadGgufVocabulary(const GgufFile& file) {
  if (file.Find("tokenizer.ggml.model") == nullptr) {
    return NotFound("NO_TOKENIZER", "model", file.label() + " has no tokenizer");
  }
  GgufVocabulary vocabulary;
  ASSIGN_OR_RETURN(const std::string_view model, file.Text("tokenizer.ggml.model"));
  vocabulary.model = std::string(model);
  RETURN_IF_ERROR(ReadTokens(file, vocabulary));
  RETURN_IF_ERROR(ReadTypes(file, vocabulary));
  RETURN_IF_ERROR(ReadScores(file, vocabulary));
  RETURN_IF_ERROR(ReadId(file, "tokenizer.ggml.bos_token_id", vocabulary, vocabulary.bos_id));
  RETURN_IF_ERROR(ReadId(file, "tokenizer.ggml.eos_token_id", vocabulary, vocabulary.eos_id));
  RETURN_IF_ERROR(
      ReadId(file, "tokenizer.ggml.unknown_token_id", vocabulary, vocabulary.unknown_id));
  if (file.Find("tokenizer.ggml.add_bos_token") != nullptr) {
    ASSIGN_OR_RETURN(vocabulary.add_bos, file.Bool("tokenizer.ggml.add_bos_token", false));
  }
  ASSIGN_OR_RETURN(vocabulary.add_eos, file.Bool("tokenizer.ggml.add_eos_token", false));
  ASSIGN_OR_RETURN(vocabulary.add_space_prefix, file.Bool("tokenizer.ggml.add_space_prefix", true));
  return vocabulary;
}

}  // namespace widthlab::tokenizer
