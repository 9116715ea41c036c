#include "common/tokenizer/json_object.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::tokenizer {
namespace {

constexpr size_t kShownBytes = 80;

// The beginning of a value, for messages.
std::string Shown(const nlohmann::json* json) {
  if (json == nullptr) return "missing";
  std::string text = json->dump(-1, ' ', /*ensure_ascii=*/true);
  if (text.size() > kShownBytes) text = text.substr(0, kShownBytes) + "...";
  return text;
}

}  // namespace

JsonObject::JsonObject(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

std::string JsonObject::PathOf(std::string_view key) const {
  return path_.empty() ? std::string(key) : absl::StrCat(path_, ".", std::string(key));
}

const JsonObject::Json* JsonObject::Find(const std::string& key) {
  seen_.insert(key);
  if (!json_.is_object()) return nullptr;
  const auto found = json_.find(key);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

absl::StatusOr<std::string> JsonObject::Text(const std::string& key) {
  const Json* value = Find(key);
  if (value == nullptr || !value->is_string()) {
    return InvalidField(PathOf(key), Shown(value), "a text");
  }
  return value->get<std::string>();
}

absl::StatusOr<std::optional<std::string>> JsonObject::OptionalText(const std::string& key) {
  if (Find(key) == nullptr) return std::nullopt;
  ASSIGN_OR_RETURN(std::string text, Text(key));
  return text;
}

absl::StatusOr<bool> JsonObject::Bool(const std::string& key, bool missing) {
  const Json* value = Find(key);
  if (value == nullptr) return missing;
  if (!value->is_boolean()) return InvalidField(PathOf(key), Shown(value), "true or false");
  return value->get<bool>();
}

absl::StatusOr<uint64_t> JsonObject::Number(const std::string& key) {
  const Json* value = Find(key);
  if (value == nullptr || !value->is_number_unsigned()) {
    return InvalidField(PathOf(key), Shown(value), "a whole number from 0");
  }
  return value->get<uint64_t>();
}

absl::StatusOr<const JsonObject::Json*> JsonObject::List(const std::string& key) {
  const Json* value = Find(key);
  if (value == nullptr || !value->is_array()) {
    return InvalidField(PathOf(key), Shown(value), "a list");
  }
  return value;
}

absl::Status JsonObject::Finish() const {
  if (!json_.is_object()) return InvalidField(path_, Shown(&json_), "an object");
  for (const auto& [key, value] : json_.items()) {
    if (seen_.count(key) == 0) {
      return InvalidFieldBecause(PathOf(key), "is not a key that is known here");
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::tokenizer
