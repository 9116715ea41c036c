#include "common/tensor_io/tokens/jsonl.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/json_depth.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/tokens/token_error.h"
#include "nlohmann/json.hpp"

namespace widthlab::tensor_io {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxDepth = 32;
constexpr size_t kMaxShownBytes = 40;
// What was read of a mapped file is given back in pieces of this size.
constexpr size_t kReleaseBytes = size_t{64} << 20;
constexpr const char* kFields[] = {"text", "input_ids", "tokens"};

class Line {
 public:
  Line(std::string_view label, int64_t number) : label_(label), number_(number) {}

  absl::StatusOr<Json> Parse(std::string_view json) const {
    if (JsonDepth(json) > kMaxDepth) {
      return Error("json_depth", absl::StrCat("nests deeper than ", kMaxDepth, " levels"));
    }
    Json object = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
    if (object.is_object()) return object;
    return Error("json", object.is_discarded() ? "is not JSON in UTF-8" : "is no object");
  }

  absl::StatusOr<JsonlDocument> Document(const Json& object, const std::string& field) const {
    ASSIGN_OR_RETURN(const Json* value, Find(object, field));
    JsonlDocument document{.line = number_};
    if (value->is_string()) {
      document.content = value->get<std::string>();
      return document;
    }
    ASSIGN_OR_RETURN(document.content, Ids(*value));
    return document;
  }

 private:
  absl::Status Error(std::string_view rule, std::string_view message) const {
    return TokenError(label_, rule, absl::StrCat("line ", number_, " ", std::string(message)));
  }

  absl::StatusOr<const Json*> Find(const Json& object, const std::string& field) const {
    if (!field.empty()) {
      const auto found = object.find(field);
      if (found != object.end()) return &*found;
      return Error("field", absl::StrCat("has no field \"", field, "\""));
    }
    for (const char* name : kFields) {
      const auto found = object.find(name);
      if (found != object.end()) return &*found;
    }
    return Error("field", "has none of the fields text, input_ids and tokens");
  }

  absl::StatusOr<std::vector<uint32_t>> Ids(const Json& value) const {
    if (!value.is_array()) return Error("field", "has neither a text nor a list of ids there");
    std::vector<uint32_t> ids;
    ids.reserve(value.size());
    for (const Json& id : value) {
      if (!id.is_number_unsigned() || id.get<uint64_t>() > 0xFFFFFFFFu) {
        const std::string shown = id.dump(-1, ' ', false, Json::error_handler_t::replace);
        return Error("id", absl::StrCat("has ", shown.substr(0, kMaxShownBytes), " as id ",
                                        ids.size(), ", which is no whole number of at least 0"));
      }
      ids.push_back(static_cast<uint32_t>(id.get<uint64_t>()));
    }
    return ids;
  }

  std::string_view label_;
  int64_t number_;
};

// Every line that is not blank, as an object.
absl::Status ForEachLine(std::string_view bytes, std::string_view label,
                         absl::FunctionRef<absl::Status(const Line&, const Json&)> take) {
  bool any = false;
  size_t released = 0;
  int64_t number = 0;
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const std::string_view json = bytes.substr(begin, end - begin);
    begin = std::min(end + 1, bytes.size());
    ++number;
    if (json.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const Line line(label, number);
    ASSIGN_OR_RETURN(const Json object, line.Parse(json));
    RETURN_IF_ERROR(take(line, object));
    any = true;
    if (begin - released < kReleaseBytes) continue;
    ReleaseMapped(bytes.substr(released, begin - released));
    released = begin;
  }
  if (any) return absl::OkStatus();
  return TokenError(label, "empty", "has no line with a document");
}

}  // namespace

absl::Status ReadJsonl(std::string_view bytes, std::string_view label, std::string_view field,
                       absl::FunctionRef<absl::Status(JsonlDocument)> take) {
  const std::string name(field);
  return ForEachLine(bytes, label, [&](const Line& line, const Json& object) -> absl::Status {
    ASSIGN_OR_RETURN(JsonlDocument document, line.Document(object, name));
    return take(std::move(document));
  });
}

absl::Status CheckJsonl(std::string_view bytes, std::string_view label,
                        absl::FunctionRef<absl::Status()> check) {
  return ForEachLine(bytes, label, [check](const Line&, const Json&) { return check(); });
}

}  // namespace widthlab::tensor_io
