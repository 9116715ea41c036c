#include "common/tokenizer/gguf_tokenizer.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/bpe_tokenizer.h"
#include "common/tokenizer/gguf_rules.h"
#include "common/tokenizer/gguf_vocabulary.h"
#include "common/tokenizer/scored_tokenizer.h"

namespace widthlab::tokenizer {
namespace {

using tensor_io::GgufFile;

constexpr char kMerges[] = "tokenizer.ggml.merges";
constexpr char kRule[] = "tokenizer.ggml.pre";

// "left right"; tokens of the byte alphabet have no blank.
absl::StatusOr<BpeModel::Merges> ReadMerges(const GgufFile& file) {
  const tensor_io::GgufValue* value = file.Find(kMerges);
  const auto texts = value == nullptr ? std::nullopt : value->Texts();
  if (!texts.has_value()) return InvalidFieldBecause(kMerges, "must be a list of texts");
  BpeModel::Merges merges;
  merges.reserve(texts->size());
  for (const std::string_view text : *texts) {
    // A token may begin with a blank, as in llama.cpp.
    const size_t blank = text.find(' ', 1);
    if (blank == std::string_view::npos) {
      return InvalidFieldBecause(kMerges,
                                 absl::StrCat("number ", merges.size(), " is no pair of tokens"));
    }
    merges.emplace_back(std::string(text.substr(0, blank)), std::string(text.substr(blank + 1)));
  }
  return merges;
}

absl::Status AddVocabulary(const GgufVocabulary& vocabulary, Vocabulary& tokens,
                           BpeTokenizerParts& parts) {
  for (size_t i = 0; i < vocabulary.pieces.size(); ++i) {
    const SentencePiece& piece = vocabulary.pieces[i];
    const auto id = static_cast<uint32_t>(i);
    RETURN_IF_ERROR(UnderField(tokens.Add(piece.text, i), "tokenizer.ggml"));
    if (!GgufVocabulary::IsSpecial(piece) || piece.text.empty()) continue;
    if (piece.type != SentencePiece::Type::kUserDefined) parts.special.insert(id);
    RETURN_IF_ERROR(parts.raw_tokens.Add({.content = piece.text, .id = id}));
  }
  return absl::OkStatus();
}

absl::Status Frame(std::string_view key, bool wanted, int64_t id, std::vector<int64_t>& side) {
  if (!wanted) return absl::OkStatus();
  if (id < 0) return InvalidField(key, "missing", "the token that begins or ends documents");
  side = {id};
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Tokenizer>> MakeByteLevel(const GgufFile& file,
                                                         const GgufVocabulary& vocabulary) {
  std::string_view name = "default";
  if (file.Find(kRule) != nullptr) {
    ASSIGN_OR_RETURN(name, file.Text(kRule));
  }
  ASSIGN_OR_RETURN(GgufRule rule, FindGgufRule(name));
  ASSIGN_OR_RETURN(const BpeModel::Merges merges, ReadMerges(file));
  BpeTokenizerParts parts;
  parts.name = "gguf";
  auto tokens = std::make_shared<Vocabulary>();
  RETURN_IF_ERROR(AddVocabulary(vocabulary, *tokens, parts));
  absl::StatusOr<BpeModel> model =
      BpeModel::Create(std::move(tokens), merges, {.ignore_merges = rule.ignore_merges});
  if (!model.ok()) return UnderField(model.status(), "tokenizer.ggml");
  parts.model = *std::move(model);
  parts.pre_tokenizer = std::move(rule.pre_tokenizer);
  parts.decoder.Add({.kind = DecodeStep::Kind::kByteLevel});
  RETURN_IF_ERROR(Frame("tokenizer.ggml.bos_token_id", vocabulary.add_bos.value_or(rule.add_bos),
                        vocabulary.bos_id, parts.prefix));
  RETURN_IF_ERROR(
      Frame("tokenizer.ggml.eos_token_id", vocabulary.add_eos, vocabulary.eos_id, parts.suffix));
  return MakeBpeTokenizer(std::move(parts));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> MakeGgufTokenizer(const GgufFile& file) {
  ASSIGN_OR_RETURN(GgufVocabulary vocabulary, ReadGgufVocabulary(file));
  if (vocabulary.model == "gpt2") return MakeByteLevel(file, vocabulary);
  if (vocabulary.model == "llama") return MakeScoredTokenizer(std::move(vocabulary));
  return InvalidField("tokenizer.ggml.model", vocabulary.model,
                      "gpt2 or llama, the kinds that are supported");
}

}  // namespace widthlab::tokenizer
