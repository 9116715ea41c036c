#include "common/tokenizer/json_normalizer.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::tokenizer {
namespace {

using Json = nlohmann::json;
using Made = absl::StatusOr<std::unique_ptr<Normalizer>>;

constexpr char kTypes[] = "one of Sequence, NFC, NFD, NFKC, NFKD, Replace, Prepend, Strip";

std::optional<NormalForm> FormOf(const std::string& type) {
  if (type == "NFC") return NormalForm::kC;
  if (type == "NFD") return NormalForm::kD;
  if (type == "NFKC") return NormalForm::kKC;
  if (type == "NFKD") return NormalForm::kKD;
  return std::nullopt;
}

Made InTurn(JsonObject& object) {
  ASSIGN_OR_RETURN(const Json* list, object.List("normalizers"));
  std::vector<std::unique_ptr<Normalizer>> parts;
  for (size_t i = 0; i < list->size(); ++i) {
    const std::string path = absl::StrCat(object.PathOf("normalizers"), "[", i, "]");
    ASSIGN_OR_RETURN(std::unique_ptr<Normalizer> part, ParseNormalizer((*list)[i], path));
    if (part == nullptr) return InvalidField(path, "null", "a normalizer");
    parts.push_back(std::move(part));
  }
  return NormalizeInTurn(std::move(parts));
}

Made Make(JsonObject& object, const std::string& type) {
  if (const std::optional<NormalForm> form = FormOf(type); form.has_value()) {
    return NormalizeToForm(*form);
  }
  if (type == "Sequence") return InTurn(object);
  if (type == "Replace") {
    ASSIGN_OR_RETURN(SplitPattern pattern, ParsePattern(object, "pattern"));
    ASSIGN_OR_RETURN(std::string content, object.Text("content"));
    return NormalizeByReplacing(std::move(pattern), std::move(content));
  }
  if (type == "Prepend") {
    ASSIGN_OR_RETURN(std::string prefix, object.Text("prepend"));
    return NormalizeByPrepending(std::move(prefix));
  }
  if (type == "Strip") {
    ASSIGN_OR_RETURN(const bool left, object.Bool("strip_left", true));
    ASSIGN_OR_RETURN(const bool right, object.Bool("strip_right", true));
    return NormalizeByStripping(left, right);
  }
  return InvalidField(object.PathOf("type"), type, kTypes);
}

}  // namespace

absl::StatusOr<SplitPattern> ParsePattern(JsonObject& object, const std::string& key) {
  const Json* value = object.Find(key);
  if (value == nullptr) return InvalidField(object.PathOf(key), "missing", "a pattern");
  JsonObject pattern(*value, object.PathOf(key));
  ASSIGN_OR_RETURN(const std::optional<std::string> literal, pattern.OptionalText("String"));
  ASSIGN_OR_RETURN(const std::optional<std::string> regex, pattern.OptionalText("Regex"));
  RETURN_IF_ERROR(pattern.Finish());
  if (literal.has_value() == regex.has_value() || (literal.has_value() && literal->empty())) {
    return InvalidFieldBecause(pattern.path(), "must be either String, not empty, or Regex");
  }
  if (literal.has_value()) return SplitPattern::OfLiteral(*literal);
  absl::StatusOr<SplitPattern> made = SplitPattern::OfRegex(*regex);
  if (!made.ok()) return UnderField(made.status(), pattern.path());
  return made;
}

Made ParseNormalizer(const Json& json, const std::string& path) {
  if (json.is_null()) return nullptr;
  JsonObject object(json, path);
  ASSIGN_OR_RETURN(const std::string type, object.Text("type"));
  ASSIGN_OR_RETURN(std::unique_ptr<Normalizer> normalizer, Make(object, type));
  RETURN_IF_ERROR(object.Finish());
  return normalizer;
}

}  // namespace widthlab::tokenizer
