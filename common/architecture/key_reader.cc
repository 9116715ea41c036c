#include "common/architecture/key_reader.h"

#include <limits>

#include "absl/strings/str_cat.h"

namespace widthlab::architecture {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxShown = 80;

absl::Status ToInteger(std::string_view key, const Json& value, int64_t* out) {
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  const bool fits =
      value.is_number_integer() && !(value.is_number_unsigned() && value.get<uint64_t>() > kMax);
  if (!fits) return InvalidField(key, ShownJson(value), "an integer");
  *out = value.get<int64_t>();
  return absl::OkStatus();
}

}  // namespace

std::string ShownJson(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMaxShown) text = text.substr(0, kMaxShown - 3) + "...";
  return text;
}

std::vector<std::string> KeyReader::Left() const {
  std::vector<std::string> keys;
  for (const auto& item : object_.items()) keys.push_back(item.key());
  return keys;
}

void KeyReader::DropNulls() {
  for (const std::string& key : Left()) {
    if (object_[key].is_null()) object_.erase(key);
  }
}

absl::StatusOr<Json> KeyReader::Take(std::string_view key) {
  auto it = object_.find(std::string(key));
  if (it == object_.end()) return InvalidField(key, "absent", "present");
  Json value = std::move(*it);
  object_.erase(it);
  return value;
}

absl::Status KeyReader::TakeInteger(std::string_view key, int64_t* out) {
  ASSIGN_OR_RETURN(const Json value, Take(key));
  return ToInteger(key, value, out);
}

absl::Status KeyReader::TakeReal(std::string_view key, double* out) {
  ASSIGN_OR_RETURN(const Json value, Take(key));
  if (!value.is_number()) return InvalidField(key, ShownJson(value), "a number");
  *out = value.get<double>();
  return absl::OkStatus();
}

absl::Status KeyReader::TakeBool(std::string_view key, bool* out) {
  ASSIGN_OR_RETURN(const Json value, Take(key));
  if (!value.is_boolean()) return InvalidField(key, ShownJson(value), "true or false");
  *out = value.get<bool>();
  return absl::OkStatus();
}

absl::Status KeyReader::TakeIntegers(std::string_view key, std::vector<int64_t>* out) {
  ASSIGN_OR_RETURN(const Json value, Take(key));
  if (!value.is_array()) return InvalidField(key, ShownJson(value), "a list of integers");
  out->resize(value.size());
  for (size_t i = 0; i < value.size(); ++i) {
    const std::string element = absl::StrCat(std::string(key), "[", i, "]");
    RETURN_IF_ERROR(ToInteger(element, value[i], &(*out)[i]));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::architecture
