#include "common/tokenizer/json_post_processor.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/json_object.h"

namespace widthlab::tokenizer {
namespace {

using Json = nlohmann::json;
using SpecialTokens = std::map<std::string, std::vector<int64_t>>;

constexpr char kTypes[] =
    "one of Sequence, TemplateProcessing, ByteLevel, BertProcessing, RobertaProcessing";

absl::StatusOr<std::vector<int64_t>> Ids(const Json& list, const std::string& path) {
  std::vector<int64_t> ids;
  for (const Json& id : list) {
    if (!id.is_number_unsigned() || id.get<uint64_t>() > UINT32_MAX) {
      return InvalidField(path, id.dump(-1, ' ', true), "a token id");
    }
    ids.push_back(id.get<int64_t>());
  }
  return ids;
}

// Name of a special token in the template → its ids.
absl::StatusOr<SpecialTokens> ParseSpecialTokens(JsonObject& object) {
  SpecialTokens tokens;
  const Json* list = object.Find("special_tokens");
  if (list == nullptr) return tokens;
  for (const auto& [name, value] : list->items()) {
    JsonObject token(value, absl::StrCat(object.PathOf("special_tokens"), ".", name));
    token.PassOver("id");
    token.PassOver("tokens");
    ASSIGN_OR_RETURN(const Json* ids, token.List("ids"));
    ASSIGN_OR_RETURN(tokens[name], Ids(*ids, token.PathOf("ids")));
    RETURN_IF_ERROR(token.Finish());
  }
  return tokens;
}

// The ids of one part of a template; `is_text` where it stands for the text.
absl::StatusOr<std::vector<int64_t>> Part(const Json& part, const SpecialTokens& tokens,
                                          const std::string& path, bool& is_text) {
  JsonObject object(part, path);
  const Json* sequence = object.Find("Sequence");
  const Json* special = object.Find("SpecialToken");
  RETURN_IF_ERROR(object.Finish());
  if ((sequence == nullptr) == (special == nullptr)) {
    return InvalidFieldBecause(path, "must be either Sequence or SpecialToken");
  }
  JsonObject what(sequence != nullptr ? *sequence : *special, path);
  what.PassOver("type_id");
  ASSIGN_OR_RETURN(const std::string id, what.Text("id"));
  RETURN_IF_ERROR(what.Finish());
  is_text = sequence != nullptr;
  if (is_text) {
    if (id != "A") return InvalidField(path, absl::StrCat("the sequence ", id), "A");
    return std::vector<int64_t>();
  }
  const auto found = tokens.find(id);
  if (found == tokens.end()) return InvalidField(path, id, "one of special_tokens");
  return found->second;
}

absl::StatusOr<DocumentFrame> Template(JsonObject& object) {
  object.PassOver("pair");
  ASSIGN_OR_RETURN(const SpecialTokens tokens, ParseSpecialTokens(object));
  ASSIGN_OR_RETURN(const Json* parts, object.List("single"));
  DocumentFrame frame;
  int texts = 0;
  for (size_t i = 0; i < parts->size(); ++i) {
    bool is_text = false;
    ASSIGN_OR_RETURN(
        const std::vector<int64_t> ids,
        Part((*parts)[i], tokens, absl::StrCat(object.PathOf("single"), "[", i, "]"), is_text));
    texts += is_text ? 1 : 0;
    std::vector<int64_t>& side = texts == 0 ? frame.prefix : frame.suffix;
    side.insert(side.end(), ids.begin(), ids.end());
  }
  if (texts != 1) {
    return InvalidField(object.PathOf("single"), absl::StrCat("a template with ", texts, " texts"),
                        "one with the sequence A once");
  }
  return frame;
}

// ["token", id]
absl::StatusOr<std::vector<int64_t>> NamedId(JsonObject& object, const std::string& key) {
  ASSIGN_OR_RETURN(const Json* pair, object.List(key));
  if (pair->size() != 2) return InvalidFieldBecause(object.PathOf(key), "is not [token, id]");
  return Ids(Json::array({(*pair)[1]}), object.PathOf(key));
}

absl::StatusOr<DocumentFrame> Bert(JsonObject& object) {
  DocumentFrame frame;
  ASSIGN_OR_RETURN(frame.prefix, NamedId(object, "cls"));
  ASSIGN_OR_RETURN(frame.suffix, NamedId(object, "sep"));
  return frame;
}

// Each processor puts its tokens around what the one before it made.
absl::StatusOr<DocumentFrame> InTurn(JsonObject& object) {
  ASSIGN_OR_RETURN(const Json* list, object.List("processors"));
  DocumentFrame frame;
  for (size_t i = 0; i < list->size(); ++i) {
    const std::string path = absl::StrCat(object.PathOf("processors"), "[", i, "]");
    ASSIGN_OR_RETURN(const DocumentFrame outer, ParsePostProcessor((*list)[i], path));
    frame.prefix.insert(frame.prefix.begin(), outer.prefix.begin(), outer.prefix.end());
    frame.suffix.insert(frame.suffix.end(), outer.suffix.begin(), outer.suffix.end());
  }
  return frame;
}

absl::StatusOr<DocumentFrame> Make(JsonObject& object, const std::string& type) {
  if (type == "Sequence") return InTurn(object);
  if (type == "TemplateProcessing") return Template(object);
  if (type == "BertProcessing") return Bert(object);
  // They say how offsets are counted, which nobody asks for here.
  object.PassOver("trim_offsets");
  object.PassOver("add_prefix_space");
  object.PassOver("use_regex");
  if (type == "RobertaProcessing") return Bert(object);
  if (type == "ByteLevel") return DocumentFrame();
  return InvalidField(object.PathOf("type"), type, kTypes);
}

}  // namespace

absl::StatusOr<DocumentFrame> ParsePostProcessor(const Json& json, const std::string& path) {
  if (json.is_null()) return DocumentFrame();
  JsonObject object(json, path);
  ASSIGN_OR_RETURN(const std::string type, object.Text("type"));
  ASSIGN_OR_RETURN(DocumentFrame frame, Make(object, type));
  RETURN_IF_ERROR(object.Finish());
  return frame;
}

}  // namespace widthlab::tokenizer
