#include "common/spec/json_value.h"

#include <cstddef>
#include <cstdint>
#include <set>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "nlohmann/json.hpp"

namespace widthlab::spec {
namespace {

// Receives the parser's events. A member that returns false ends the parse, so that nothing deeper
// than the limit is ever read.
class Receiver : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return Add(JsonValue::Kind::kNull, "null"); }
  bool boolean(bool value) override {
    return Add(JsonValue::Kind::kBool, value ? "true" : "false");
  }
  bool number_integer(int64_t value) override {
    return Add(JsonValue::Kind::kNumber, absl::StrCat(value));
  }
  bool number_unsigned(uint64_t value) override {
    return Add(JsonValue::Kind::kNumber, absl::StrCat(value));
  }
  bool number_float(double, const std::string& text) override {
    return Add(JsonValue::Kind::kNumber, text);
  }
  bool string(std::string& value) override {
    return Add(JsonValue::Kind::kString, std::move(value));
  }
  bool binary(binary_t&) override { return false; }

  bool start_object(size_t) override { return Open(JsonValue::Kind::kObject); }
  bool start_array(size_t) override { return Open(JsonValue::Kind::kArray); }
  bool end_object() override { return Close(); }
  bool end_array() override { return Close(); }

  bool key(std::string& name) override {
    if (!keys_.back().insert(name).second) {
      error_ = absl::StrCat("key \"", name, "\" stands twice in one object");
      return false;
    }
    open_.back()->members.emplace_back(std::move(name), JsonValue());
    return true;
  }

  bool parse_error(size_t, const std::string&,
                   const nlohmann::json::exception& exception) override {
    error_ = exception.what();
    return false;
  }

  JsonValue& root() { return root_; }
  const std::string& error() const { return error_; }

 private:
  // Where the next value goes.
  JsonValue* Place() {
    if (open_.empty()) return &root_;
    JsonValue& parent = *open_.back();
    if (parent.kind == JsonValue::Kind::kObject) return &parent.members.back().second;
    return &parent.items.emplace_back();
  }

  bool Add(JsonValue::Kind kind, std::string text) {
    JsonValue* const value = Place();
    value->kind = kind;
    value->text = std::move(text);
    return true;
  }

  bool Open(JsonValue::Kind kind) {
    if (open_.size() >= kMaxJsonDepth) {
      error_ = absl::StrCat("nests deeper than ", kMaxJsonDepth, " levels");
      return false;
    }
    JsonValue* const value = Place();
    value->kind = kind;
    open_.push_back(value);
    keys_.emplace_back();
    return true;
  }

  bool Close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  JsonValue root_;
  // The path to the value being read; a parent never grows while a child is open.
  std::vector<JsonValue*> open_;
  std::vector<std::set<std::string>> keys_;
  std::string error_;
};

}  // namespace

absl::StatusOr<JsonValue> ReadJson(std::string_view json) {
  Receiver receiver;
  if (nlohmann::json::sax_parse(json.begin(), json.end(), &receiver)) {
    return std::move(receiver.root());
  }
  return MakeError(absl::StatusCode::kInvalidArgument, {.reason = "INVALID_JSON", .field = ""},
                   absl::StrCat("JSON: ", receiver.error()));
}

}  // namespace widthlab::spec
