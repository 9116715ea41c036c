#include "common/tokenizer/json_pre_tokenizer.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/json_normalizer.h"
#include "common/tokenizer/json_object.h"
#include "common/tokenizer/unicode/properties.h"

namespace widthlab::tokenizer {
namespace {

using Json = nlohmann::json;
using Made = absl::StatusOr<std::unique_ptr<PreTokenizer>>;

constexpr char kTypes[] =
    "one of Sequence, Split, ByteLevel, Digits, Punctuation, Whitespace, WhitespaceSplit, "
    "Metaspace";

absl::StatusOr<SplitBehavior> BehaviorOf(JsonObject& object, const std::string& missing) {
  ASSIGN_OR_RETURN(const std::optional<std::string> given, object.OptionalText("behavior"));
  const std::string name = given.value_or(missing);
  if (name == "Removed") return SplitBehavior::kRemoved;
  if (name == "Isolated") return SplitBehavior::kIsolated;
  if (name == "MergedWithPrevious") return SplitBehavior::kMergedWithPrevious;
  if (name == "MergedWithNext") return SplitBehavior::kMergedWithNext;
  if (name == "Contiguous") return SplitBehavior::kContiguous;
  return InvalidField(object.PathOf("behavior"), name.empty() ? "missing" : name,
                      "one of Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous");
}

Made InTurn(JsonObject& object) {
  ASSIGN_OR_RETURN(const Json* list, object.List("pretokenizers"));
  std::vector<std::unique_ptr<PreTokenizer>> parts;
  for (size_t i = 0; i < list->size(); ++i) {
    const std::string path = absl::StrCat(object.PathOf("pretokenizers"), "[", i, "]");
    ASSIGN_OR_RETURN(std::unique_ptr<PreTokenizer> part, ParsePreTokenizer((*list)[i], path));
    if (part == nullptr) return InvalidField(path, "null", "a pre-tokenizer");
    parts.push_back(std::move(part));
  }
  return SplitInTurn(std::move(parts));
}

Made Split(JsonObject& object) {
  ASSIGN_OR_RETURN(SplitPattern pattern, ParsePattern(object, "pattern"));
  ASSIGN_OR_RETURN(const SplitBehavior behavior, BehaviorOf(object, ""));
  ASSIGN_OR_RETURN(const bool invert, object.Bool("invert", false));
  return SplitAtPattern(std::move(pattern), behavior, invert);
}

Made ByteLevel(JsonObject& object) {
  ASSIGN_OR_RETURN(const bool add_prefix_space, object.Bool("add_prefix_space", true));
  ASSIGN_OR_RETURN(const bool use_regex, object.Bool("use_regex", true));
  object.PassOver("trim_offsets");
  return SplitByteLevel(add_prefix_space, use_regex);
}

Made Digits(JsonObject& object) {
  ASSIGN_OR_RETURN(const bool individual, object.Bool("individual_digits", false));
  return SplitAtPattern(SplitPattern::OfSet(Numbers()),
                        individual ? SplitBehavior::kIsolated : SplitBehavior::kContiguous,
                        /*invert=*/false);
}

// `prepend_scheme`, or in older files `add_prefix_space`.
absl::StatusOr<PrependScheme> SchemeOf(JsonObject& object) {
  ASSIGN_OR_RETURN(const bool add_prefix_space, object.Bool("add_prefix_space", true));
  ASSIGN_OR_RETURN(const std::optional<std::string> given, object.OptionalText("prepend_scheme"));
  const std::string name = given.value_or(add_prefix_space ? "always" : "never");
  if (name == "always" && add_prefix_space) return PrependScheme::kAlways;
  if (name == "first" && add_prefix_space) return PrependScheme::kFirst;
  if (name == "never") return PrependScheme::kNever;
  return InvalidField(object.PathOf("prepend_scheme"), name,
                      "one of always, first, never, and never without add_prefix_space");
}

Made Metaspace(JsonObject& object) {
  ASSIGN_OR_RETURN(std::string replacement, object.Text("replacement"));
  if (replacement.empty()) {
    return InvalidField(object.PathOf("replacement"), "empty", "one character");
  }
  ASSIGN_OR_RETURN(const PrependScheme scheme, SchemeOf(object));
  ASSIGN_OR_RETURN(const bool split, object.Bool("split", true));
  object.PassOver("str_rep");
  return SplitMetaspace(std::move(replacement), scheme, split);
}

Made Make(JsonObject& object, const std::string& type) {
  if (type == "Sequence") return InTurn(object);
  if (type == "Split") return Split(object);
  if (type == "ByteLevel") return ByteLevel(object);
  if (type == "Digits") return Digits(object);
  if (type == "Metaspace") return Metaspace(object);
  if (type == "Punctuation") {
    ASSIGN_OR_RETURN(const SplitBehavior behavior, BehaviorOf(object, "Isolated"));
    return SplitAtPattern(SplitPattern::OfSet(Punctuation()), behavior, /*invert=*/false);
  }
  if (type == "WhitespaceSplit") {
    return SplitAtPattern(SplitPattern::OfSet(WhiteSpace()), SplitBehavior::kRemoved,
                          /*invert=*/false);
  }
  if (type == "Whitespace") return SplitIntoWords();
  return InvalidField(object.PathOf("type"), type, kTypes);
}

}  // namespace

Made ParsePreTokenizer(const Json& json, const std::string& path) {
  if (json.is_null()) return nullptr;
  JsonObject object(json, path);
  ASSIGN_OR_RETURN(const std::string type, object.Text("type"));
  ASSIGN_OR_RETURN(std::unique_ptr<PreTokenizer> made, Make(object, type));
  RETURN_IF_ERROR(object.Finish());
  return made;
}

}  // namespace widthlab::tokenizer
