#include "services/schedule/core/export/json_keys.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

constexpr int64_t kMostWidth = 1 << 20;
constexpr size_t kMostLayers = 10000;

std::string Shown(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

std::string PathOf(const std::string& path, const std::string& key) {
  return path.empty() ? key : absl::StrCat(path, ".", key);
}

absl::StatusOr<int64_t> WidthOf(const Json& value, const std::string& path) {
  const bool whole = value.is_number() && value.get<double>() >= 0 &&
                     value.get<double>() <= kMostWidth &&
                     std::floor(value.get<double>()) == value.get<double>();
  if (whole) return static_cast<int64_t>(value.get<double>());
  return InvalidField(path, Shown(value), absl::StrCat("a whole number in [0, ", kMostWidth, "]"));
}

absl::StatusOr<Json> At(const Json& object, const std::string& key, const std::string& path) {
  if (object.is_object() && object.contains(key)) return object[key];
  return InvalidField(PathOf(path, key), "left out", "given");
}

}  // namespace

absl::StatusOr<Json> ParseConfig(std::string_view text) {
  Json object = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return InvalidField("file", "something else", "one JSON object");
  return object;
}

absl::StatusOr<Json> ListAt(const Json& object, const std::string& key) {
  ASSIGN_OR_RETURN(Json list, At(object, key, ""));
  if (!list.is_array() || list.empty() || list.size() > kMostLayers) {
    return InvalidField(key, Shown(list),
                        absl::StrCat("a list of 1 to ", kMostLayers, " entries, one a layer"));
  }
  return list;
}

absl::StatusOr<int64_t> WidthAt(const Json& object, const std::string& key,
                                const std::string& path) {
  ASSIGN_OR_RETURN(const Json value, At(object, key, path));
  return WidthOf(value, PathOf(path, key));
}

absl::StatusOr<double> NumberAt(const Json& object, const std::string& key,
                                const std::string& path) {
  ASSIGN_OR_RETURN(const Json value, At(object, key, path));
  if (!value.is_number()) return InvalidField(PathOf(path, key), Shown(value), "a number");
  return value.get<double>();
}

absl::StatusOr<std::vector<int64_t>> WidthsAt(const Json& object, const std::string& key) {
  ASSIGN_OR_RETURN(const Json list, ListAt(object, key));
  std::vector<int64_t> widths;
  for (size_t l = 0; l < list.size(); ++l) {
    ASSIGN_OR_RETURN(const int64_t width, WidthOf(list[l], absl::StrCat(key, "[", l, "]")));
    widths.push_back(width);
  }
  return widths;
}

absl::StatusOr<int64_t> WidthOrZero(const Json& object, const std::string& key) {
  if (!object.contains(key)) return 0;
  return WidthAt(object, key);
}

bool IsTrue(const Json& object, const std::string& key) {
  return object.is_object() && object.contains(key) && object[key] == true;
}

std::string FileText(const Json& object) {
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace widthlab::schedule
