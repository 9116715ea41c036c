// One field by path from text, as `--set KEY=VALUE` has it.
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "common/spec/canonical_json.h"
#include "common/spec/field_path.h"
#include "common/spec/json_string.h"
#include "common/spec/resolve.h"
#include "common/spec/scalar.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;

bool IsMessage(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

// One part of a path: "arms[2]" is {"arms", 2}, "train" is {"train", -1}.
struct Part {
  std::string name = {};
  int index = -1;
};

absl::StatusOr<Part> ReadPart(const std::string& text, std::string_view path) {
  const size_t bracket = text.find('[');
  if (bracket == std::string::npos) return Part{text, -1};
  Part part{text.substr(0, bracket), -1};
  const std::string inside = text.substr(bracket + 1);
  if (inside.empty() || inside.back() != ']' ||
      !absl::SimpleAtoi(inside.substr(0, inside.size() - 1), &part.index) || part.index < 0) {
    return InvalidFieldBecause(path, "a list's item is written \"name[0]\"");
  }
  return part;
}

// Sets a whole field from JSON by way of a message of the same type.
absl::Status SetFromJson(const FieldDescriptor& field, std::string_view json, std::string_view path,
                         Message& message) {
  const std::unique_ptr<Message> parsed(message.New());
  const absl::Status status =
      ParseJson(absl::StrCat("{", JsonQuote(field.name()), ":", std::string(json), "}"), *parsed);
  if (!status.ok()) {
    const size_t dot = path.rfind('.');
    return dot == std::string_view::npos ? status : UnderField(status, path.substr(0, dot));
  }
  message.GetReflection()->ClearField(&message, &field);
  message.MergeFrom(*parsed);
  return absl::OkStatus();
}

absl::Status SetList(const FieldDescriptor& field, std::string_view value, std::string_view path,
                     Message& message) {
  message.GetReflection()->ClearField(&message, &field);
  int index = 0;
  for (const auto& item : absl::StrSplit(std::string(value), ',')) {
    const std::string text(absl::StripAsciiWhitespace(item));
    ASSIGN_OR_RETURN(Scalar scalar, ScalarFromText(field, text, ItemPath(path, index++)));
    PutScalar(message, field, std::move(scalar));
  }
  return absl::OkStatus();
}

absl::Status SetWhole(const FieldDescriptor& field, std::string_view value, std::string_view path,
                      Message& message) {
  const auto& reflection = *message.GetReflection();
  const bool is_text = field.cpp_type() == FieldDescriptor::CPPTYPE_STRING && !field.is_repeated();
  if (value.empty() && !is_text) {
    reflection.ClearField(&message, &field);
    return absl::OkStatus();
  }
  if (field.is_map() || IsMessage(field) || (field.is_repeated() && value.front() == '[')) {
    return SetFromJson(field, value, path, message);
  }
  if (field.is_repeated()) return SetList(field, value, path, message);
  ASSIGN_OR_RETURN(Scalar scalar, ScalarFromText(field, value, path));
  PutScalar(message, field, std::move(scalar));
  return absl::OkStatus();
}

// The message that `part` of a longer path leads to; an index one past the end makes a new item.
absl::StatusOr<Message*> Descend(const FieldDescriptor& field, const Part& part,
                                 std::string_view path, Message& message) {
  const auto& reflection = *message.GetReflection();
  if (!IsMessage(field) || field.is_map()) {
    return InvalidFieldBecause(path, absl::StrCat(field.name(), " has no fields of its own"));
  }
  if (!field.is_repeated()) return reflection.MutableMessage(&message, &field);
  const int size = reflection.FieldSize(message, &field);
  if (part.index < 0 || part.index > size) {
    return InvalidFieldBecause(
        path, absl::StrCat(field.name(), " is a list; name an item from ", field.name(), "[0] to ",
                           field.name(), "[", size, "]"));
  }
  if (part.index == size) return reflection.AddMessage(&message, &field);
  return reflection.MutableRepeatedMessage(&message, &field, part.index);
}

absl::Status SetEntry(const FieldDescriptor& field, const std::string& key, std::string_view value,
                      std::string_view path, Message& message) {
  const FieldDescriptor& value_field = *field.message_type()->map_value();
  if (IsMessage(value_field)) return InvalidFieldBecause(path, "is set as a whole, from JSON");
  const std::unique_ptr<Message> parsed(message.New());
  Message& entry = *parsed->GetReflection()->AddMessage(parsed.get(), &field);
  const FieldDescriptor& key_field = *field.message_type()->map_key();
  ASSIGN_OR_RETURN(Scalar key_scalar, ScalarFromText(key_field, key, path));
  ASSIGN_OR_RETURN(Scalar value_scalar, ScalarFromText(value_field, value, path));
  PutScalar(entry, key_field, std::move(key_scalar));
  PutScalar(entry, value_field, std::move(value_scalar));
  message.MergeFrom(*parsed);
  return absl::OkStatus();
}

}  // namespace

absl::Status SetField(Message& message, std::string_view path, std::string_view value) {
  const std::vector<std::string> parts = absl::StrSplit(std::string(path), '.');
  Message* at = &message;
  std::string so_far;
  for (size_t i = 0; i < parts.size(); ++i) {
    ASSIGN_OR_RETURN(const Part part, ReadPart(parts[i], path));
    so_far = FieldPath(so_far, parts[i]);
    const FieldDescriptor* field = at->GetDescriptor()->FindFieldByName(part.name);
    if (field == nullptr) return UnknownField(so_far, *at->GetDescriptor());
    const bool is_last = i + 1 == parts.size();
    if (is_last && part.index < 0) return SetWhole(*field, value, path, *at);
    if (field->is_map() && i + 2 == parts.size()) {
      return SetEntry(*field, parts[i + 1], value, path, *at);
    }
    ASSIGN_OR_RETURN(at, Descend(*field, part, so_far, *at));
    if (is_last) return ParseJson(value, *at);
  }
  return absl::OkStatus();
}

}  // namespace widthlab::spec
