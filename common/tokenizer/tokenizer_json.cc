#include "common/tokenizer/tokenizer_json.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/bpe_tokenizer.h"
#include "common/tokenizer/json_decoder.h"
#include "common/tokenizer/json_normalizer.h"
#include "common/tokenizer/json_object.h"
#include "common/tokenizer/json_post_processor.h"
#include "common/tokenizer/json_pre_tokenizer.h"
#include "common/tokenizer/tokenizer_file.h"

namespace widthlab::tokenizer {
namespace {

using Json = nlohmann::json;

const Json& Member(JsonObject& object, const char* key) {
  static const Json& null = *new Json();
  const Json* found = object.Find(key);
  return found == nullptr ? null : *found;
}

absl::StatusOr<BpeOptions> ParseOptions(JsonObject& model) {
  BpeOptions options;
  for (const char* key : {"type", "vocab", "merges"}) model.PassOver(key);
  ASSIGN_OR_RETURN(options.unknown_token, model.OptionalText("unk_token"));
  ASSIGN_OR_RETURN(options.fuse_unknown, model.Bool("fuse_unk", false));
  ASSIGN_OR_RETURN(options.byte_fallback, model.Bool("byte_fallback", false));
  ASSIGN_OR_RETURN(options.ignore_merges, model.Bool("ignore_merges", false));
  const Json& dropout = Member(model, "dropout");
  if (!dropout.is_null() && dropout != 0) {
    return InvalidField("model.dropout", dropout.dump(-1, ' ', true),
                        "null: merges that are left out by chance give other ids each time");
  }
  for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    ASSIGN_OR_RETURN(const std::optional<std::string> text, model.OptionalText(key));
    if (!text.value_or("").empty()) {
      return InvalidField(model.PathOf(key), *text, "empty: marks on words are not supported");
    }
  }
  RETURN_IF_ERROR(model.Finish());
  return options;
}

absl::StatusOr<BpeModel> MakeModel(TokenizerFile& file, JsonObject& top) {
  JsonObject object(Member(top, "model"), "model");
  ASSIGN_OR_RETURN(BpeOptions options, ParseOptions(object));
  auto vocabulary = std::make_shared<Vocabulary>();
  for (auto& [token, id] : file.vocabulary) {
    RETURN_IF_ERROR(UnderField(vocabulary->Add(std::move(token), id), "model"));
  }
  absl::StatusOr<BpeModel> model =
      BpeModel::Create(std::move(vocabulary), file.merges, std::move(options));
  if (!model.ok()) return UnderField(model.status(), "model");
  return model;
}

struct WrittenToken {
  AddedToken token = {};
  bool normalized = false;
  bool special = false;
};

absl::StatusOr<WrittenToken> ParseAddedToken(const Json& json, const std::string& path) {
  JsonObject object(json, path);
  WrittenToken written;
  ASSIGN_OR_RETURN(written.token.content, object.Text("content"));
  ASSIGN_OR_RETURN(const uint64_t id, object.Number("id"));
  ASSIGN_OR_RETURN(written.token.single_word, object.Bool("single_word", false));
  ASSIGN_OR_RETURN(written.token.takes_left, object.Bool("lstrip", false));
  ASSIGN_OR_RETURN(written.token.takes_right, object.Bool("rstrip", false));
  ASSIGN_OR_RETURN(written.special, object.Bool("special", false));
  ASSIGN_OR_RETURN(written.normalized, object.Bool("normalized", !written.special));
  RETURN_IF_ERROR(object.Finish());
  if (id >= Vocabulary::kMaxSize) {
    return InvalidField(object.PathOf("id"), absl::StrCat(id),
                        absl::StrCat("below ", Vocabulary::kMaxSize));
  }
  written.token.id = static_cast<uint32_t>(id);
  return written;
}

// The vocabulary and the file must agree on the id; a token that the vocabulary lacks gets its own.
absl::Status CheckId(const AddedToken& token, const std::string& path, BpeTokenizerParts& parts) {
  const std::optional<uint32_t> known = parts.model->vocabulary().Id(token.content);
  if (known.has_value() && *known != token.id) {
    return InvalidField(
        absl::StrCat(path, ".id"), absl::StrCat(token.id),
        absl::StrCat(*known, ", the id that the vocabulary gives \"", token.content, "\""));
  }
  if (known.has_value()) return absl::OkStatus();
  const auto other = parts.model->vocabulary().Token(token.id);
  if (other.has_value()) {
    return InvalidField(
        absl::StrCat(path, ".id"), absl::StrCat(token.id),
        absl::StrCat("one that is free: the vocabulary gives it to \"", std::string(*other), "\""));
  }
  if (parts.added.Id(token.content) == token.id) return absl::OkStatus();
  return UnderField(parts.added.Add(token.content, token.id), path);
}

absl::Status AddOne(const WrittenToken& written, const std::string& path,
                    BpeTokenizerParts& parts) {
  RETURN_IF_ERROR(CheckId(written.token, path, parts));
  if (written.special) parts.special.insert(written.token.id);
  if (!written.normalized) return parts.raw_tokens.Add(written.token);
  AddedToken token = written.token;
  if (parts.normalizer != nullptr) {
    ASSIGN_OR_RETURN(token.content, parts.normalizer->Normalize(token.content));
  }
  // Normalised away, it can stand nowhere.
  return token.content.empty() ? absl::OkStatus() : parts.normalized_tokens.Add(std::move(token));
}

// Special tokens come first where two have the same content.
absl::Status AddTokens(JsonObject& top, BpeTokenizerParts& parts) {
  const Json& list = Member(top, "added_tokens");
  if (list.is_null()) return absl::OkStatus();
  if (!list.is_array()) return InvalidFieldBecause("added_tokens", "is no list");
  std::vector<WrittenToken> written;
  const auto path = [](size_t i) { return absl::StrCat("added_tokens[", i, "]"); };
  for (size_t i = 0; i < list.size(); ++i) {
    ASSIGN_OR_RETURN(written.emplace_back(), ParseAddedToken(list[i], path(i)));
  }
  for (const bool special : {true, false}) {
    for (size_t i = 0; i < written.size(); ++i) {
      if (written[i].special == special) RETURN_IF_ERROR(AddOne(written[i], path(i), parts));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckFrame(const std::vector<int64_t>& ids, const BpeTokenizerParts& parts) {
  for (const int64_t id : ids) {
    if (!parts.model->vocabulary().Token(id).has_value() && !parts.added.Token(id).has_value()) {
      return InvalidField("post_processor", absl::StrCat("a template with the id ", id),
                          "one of the vocabulary's ids");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> ParseTokenizerJson(std::string_view json) {
  ASSIGN_OR_RETURN(TokenizerFile file, ParseTokenizerFile(json));
  JsonObject top(file.rest, "");
  top.PassOver("truncation");
  top.PassOver("padding");
  ASSIGN_OR_RETURN(const std::string version, top.Text("version"));
  if (version != "1.0") return InvalidField("version", version, "1.0");
  BpeTokenizerParts parts;
  parts.name = kTokenizerJsonName;
  ASSIGN_OR_RETURN(parts.model, MakeModel(file, top));
  ASSIGN_OR_RETURN(parts.normalizer, ParseNormalizer(Member(top, "normalizer"), "normalizer"));
  ASSIGN_OR_RETURN(parts.pre_tokenizer,
                   ParsePreTokenizer(Member(top, "pre_tokenizer"), "pre_tokenizer"));
  ASSIGN_OR_RETURN(parts.decoder, ParseDecoder(Member(top, "decoder"), "decoder"));
  ASSIGN_OR_RETURN(DocumentFrame frame,
                   ParsePostProcessor(Member(top, "post_processor"), "post_processor"));
  RETURN_IF_ERROR(AddTokens(top, parts));
  RETURN_IF_ERROR(top.Finish());
  RETURN_IF_ERROR(CheckFrame(frame.prefix, parts));
  RETURN_IF_ERROR(CheckFrame(frame.suffix, parts));
  parts.prefix = std::move(frame.prefix);
  parts.suffix = std::move(frame.suffix);
  return MakeBpeTokenizer(std::move(parts));
}

}  // namespace widthlab::tokenizer
