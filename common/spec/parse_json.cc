// JSON into a message.
#include <set>

#include "absl/strings/str_cat.h"
#include "common/spec/canonical_json.h"
#include "common/spec/field_path.h"
#include "common/spec/field_rule.h"
#include "common/spec/json_value.h"
#include "common/spec/known_types.h"
#include "common/spec/scalar.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using Kind = JsonValue::Kind;

absl::Status ReadMessage(const JsonValue& json, const std::string& path, Message& message);

std::string Describe(const JsonValue& json) {
  switch (json.kind) {
    case Kind::kArray:
      return "a list";
    case Kind::kObject:
      return "an object";
    case Kind::kString:
      return absl::StrCat("\"", json.text.substr(0, 80), "\"");
    default:
      return json.text;
  }
}

absl::Status WrongType(const JsonValue& json, const std::string& path, std::string_view allowed) {
  return InvalidField(path.empty() ? "JSON" : path, Describe(json), allowed);
}

// Which kinds of JSON value may stand for a scalar field.
bool Fits(const FieldDescriptor& field, Kind kind) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return kind == Kind::kBool;
    case FieldDescriptor::CPPTYPE_STRING:
      return kind == Kind::kString;
    default:
      return kind == Kind::kNumber || kind == Kind::kString;
  }
}

absl::Status ReadScalar(const JsonValue& json, const FieldDescriptor& field,
                        const std::string& path, Message& message) {
  if (!Fits(field, json.kind)) return WrongType(json, path, AllowedText(field));
  ASSIGN_OR_RETURN(Scalar value, ScalarFromText(field, json.text, path));
  PutScalar(message, field, std::move(value));
  return absl::OkStatus();
}

absl::Status ReadList(const JsonValue& json, const FieldDescriptor& field, const std::string& path,
                      Message& message) {
  if (json.kind != Kind::kArray) return WrongType(json, path, "a list");
  for (int i = 0; i < static_cast<int>(json.items.size()); ++i) {
    const JsonValue& item = json.items[i];
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      Message& added = *message.GetReflection()->AddMessage(&message, &field);
      RETURN_IF_ERROR(ReadMessage(item, ItemPath(path, i), added));
    } else {
      RETURN_IF_ERROR(ReadScalar(item, field, ItemPath(path, i), message));
    }
  }
  return absl::OkStatus();
}

absl::Status ReadMap(const JsonValue& json, const FieldDescriptor& field, const std::string& path,
                     Message& message) {
  if (json.kind != Kind::kObject) return WrongType(json, path, "an object");
  const FieldDescriptor& value_field = *field.message_type()->map_value();
  for (const auto& [key, value] : json.members) {
    const std::string key_path = FieldPath(path, key);
    const FieldDescriptor& key_field = *field.message_type()->map_key();
    ASSIGN_OR_RETURN(Scalar key_value, ScalarFromText(key_field, key, key_path));
    Message& entry = *message.GetReflection()->AddMessage(&message, &field);
    PutScalar(entry, key_field, std::move(key_value));
    if (value_field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      Message& inner = *entry.GetReflection()->MutableMessage(&entry, &value_field);
      RETURN_IF_ERROR(ReadMessage(value, key_path, inner));
    } else {
      RETURN_IF_ERROR(ReadScalar(value, value_field, key_path, entry));
    }
  }
  return absl::OkStatus();
}

absl::Status ReadField(const JsonValue& json, const FieldDescriptor& field, const std::string& path,
                       Message& message) {
  if (field.is_map()) return ReadMap(json, field, path, message);
  if (field.is_repeated()) return ReadList(json, field, path, message);
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return ReadMessage(json, path, *message.GetReflection()->MutableMessage(&message, &field));
  }
  return ReadScalar(json, field, path, message);
}

absl::Status ReadMembers(const JsonValue& json, const std::string& path, Message& message) {
  const Descriptor& type = *message.GetDescriptor();
  std::set<const void*> seen;
  for (const auto& [key, value] : json.members) {
    const FieldDescriptor* field = type.FindFieldByName(key);
    if (field == nullptr) field = type.FindFieldByCamelcaseName(key);
    const std::string field_path = FieldPath(path, key);
    if (field == nullptr) return UnknownField(field_path, type);
    if (value.kind == Kind::kNull) continue;
    const auto* oneof = field->real_containing_oneof();
    if (!seen.insert(oneof != nullptr ? static_cast<const void*>(oneof) : field).second) {
      return InvalidFieldBecause(
          field_path, oneof != nullptr
                          ? absl::StrCat("only one field of \"", oneof->name(), "\" may be given")
                          : "is given twice");
    }
    RETURN_IF_ERROR(ReadField(value, *field, field_path, message));
  }
  return absl::OkStatus();
}

absl::Status ReadAny(JsonValue json, const std::string& path, google::protobuf::Any& any) {
  std::string type_url;
  std::erase_if(json.members, [&type_url](auto& member) {
    if (member.first != "@type") return false;
    type_url = member.second.text;
    return true;
  });
  if (type_url.empty()) {
    return json.members.empty() ? absl::OkStatus()
                                : InvalidFieldBecause(FieldPath(path, "@type"), "is missing");
  }
  any.set_type_url(type_url);
  if (const auto inner = NewMessage(type_url); inner != nullptr) {
    RETURN_IF_ERROR(ReadMembers(json, path, *inner));
    any.set_value(inner->SerializeAsString());
    return absl::OkStatus();
  }
  if (json.members.size() != 1 || json.members[0].first != "value") {
    return InvalidField(FieldPath(path, "@type"), type_url, "a type that this program knows");
  }
  const FieldDescriptor& value = *google::protobuf::Any::descriptor()->FindFieldByName("value");
  return ReadScalar(json.members[0].second, value, FieldPath(path, "value"), any);
}

absl::Status ReadMessage(const JsonValue& json, const std::string& path, Message& message) {
  if (AsTimestamp(message) != nullptr) {
    const auto timestamp = json.kind == Kind::kString ? TimestampFromText(json.text) : std::nullopt;
    if (!timestamp.has_value()) return WrongType(json, path, "a time as \"2026-01-31T12:00:00Z\"");
    message.CopyFrom(*timestamp);
    return absl::OkStatus();
  }
  if (json.kind != Kind::kObject) return WrongType(json, path, "an object");
  if (AsAny(message) != nullptr) {
    return ReadAny(json, path, static_cast<google::protobuf::Any&>(message));
  }
  return ReadMembers(json, path, message);
}

}  // namespace

absl::Status ParseJson(std::string_view json, Message& message) {
  message.Clear();
  ASSIGN_OR_RETURN(const JsonValue root, ReadJson(json));
  return ReadMessage(root, "", message);
}

}  // namespace widthlab::spec
