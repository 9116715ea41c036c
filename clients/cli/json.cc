#include "clients/cli/json.h"

#include <charconv>
#include <cmath>
#include <map>
#include <memory>

#include "absl/strings/str_cat.h"
#include "common/spec/enum_names.h"
#include "common/spec/known_types.h"
#include "common/status/error.h"

namespace widthlab::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// The double that is written as the shortest decimal of a float.
double Widened(float number) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number);
  double wide = number;
  std::from_chars(text, end.ptr, wide);
  return wide;
}

Json BytesJson(const FieldDescriptor& field, const std::string& text) {
  return field.type() == FieldDescriptor::TYPE_BYTES ? spec::Base64(text) : text;
}

// A field that is not repeated.
Json SingularValue(const Message& message, const FieldDescriptor& field) {
  const Reflection& r = *message.GetReflection();
  std::string scratch;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return r.GetInt32(message, &field);
    case FieldDescriptor::CPPTYPE_INT64:
      return r.GetInt64(message, &field);
    case FieldDescriptor::CPPTYPE_UINT32:
      return r.GetUInt32(message, &field);
    case FieldDescriptor::CPPTYPE_UINT64:
      return r.GetUInt64(message, &field);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return JsonOf(r.GetDouble(message, &field));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return JsonOf(Widened(r.GetFloat(message, &field)));
    case FieldDescriptor::CPPTYPE_BOOL:
      return r.GetBool(message, &field);
    case FieldDescriptor::CPPTYPE_ENUM:
      return EnumName(*field.enum_type(), r.GetEnumValue(message, &field));
    case FieldDescriptor::CPPTYPE_STRING:
      return BytesJson(field, r.GetStringReference(message, &field, &scratch));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return JsonOf(r.GetMessage(message, &field));
  }
  return nullptr;
}

// One item of a repeated field.
Json RepeatedValue(const Message& message, const FieldDescriptor& field, int index) {
  const Reflection& r = *message.GetReflection();
  std::string scratch;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return r.GetRepeatedInt32(message, &field, index);
    case FieldDescriptor::CPPTYPE_INT64:
      return r.GetRepeatedInt64(message, &field, index);
    case FieldDescriptor::CPPTYPE_UINT32:
      return r.GetRepeatedUInt32(message, &field, index);
    case FieldDescriptor::CPPTYPE_UINT64:
      return r.GetRepeatedUInt64(message, &field, index);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return JsonOf(r.GetRepeatedDouble(message, &field, index));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return JsonOf(Widened(r.GetRepeatedFloat(message, &field, index)));
    case FieldDescriptor::CPPTYPE_BOOL:
      return r.GetRepeatedBool(message, &field, index);
    case FieldDescriptor::CPPTYPE_ENUM:
      return EnumName(*field.enum_type(), r.GetRepeatedEnumValue(message, &field, index));
    case FieldDescriptor::CPPTYPE_STRING:
      return BytesJson(field, r.GetRepeatedStringReference(message, &field, index, &scratch));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return JsonOf(r.GetRepeatedMessage(message, &field, index));
  }
  return nullptr;
}

// Keys of a JSON object are strings: a number or bool is written as JSON writes it.
Json MapValue(const Message& message, const FieldDescriptor& field) {
  const Reflection& r = *message.GetReflection();
  const FieldDescriptor& key = *field.message_type()->map_key();
  const FieldDescriptor& value = *field.message_type()->map_value();
  std::map<std::string, Json> entries;
  for (int i = 0; i < r.FieldSize(message, &field); ++i) {
    const Message& entry = r.GetRepeatedMessage(message, &field, i);
    const Json name = SingularValue(entry, key);
    entries[name.is_string() ? name.get<std::string>() : name.dump()] = SingularValue(entry, value);
  }
  Json object = Json::object();
  for (auto& [name, json] : entries) object[name] = std::move(json);
  return object;
}

Json AnyValue(const google::protobuf::Any& any) {
  Json object = Json::object();
  object["@type"] = any.type_url();
  const std::unique_ptr<Message> content = spec::Unpack(any);
  if (content == nullptr) {
    object["value"] = spec::Base64(any.value());
  } else {
    object.update(JsonOf(*content));
  }
  return object;
}

Json FieldValue(const Message& message, const FieldDescriptor& field) {
  if (field.is_map()) return MapValue(message, field);
  if (!field.is_repeated()) return SingularValue(message, field);
  Json list = Json::array();
  for (int i = 0; i < message.GetReflection()->FieldSize(message, &field); ++i) {
    list.push_back(RepeatedValue(message, field, i));
  }
  return list;
}

}  // namespace

std::string EnumName(const EnumDescriptor& type, int number) {
  const google::protobuf::EnumValueDescriptor* const value = type.FindValueByNumber(number);
  return value == nullptr ? absl::StrCat(number) : spec::ShortName(*value);
}

std::string CodeName(absl::StatusCode code) { return absl::StatusCodeToString(code); }

Json JsonOf(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return number;
}

Json JsonOf(const Message& message) {
  if (const auto* any = spec::AsAny(message)) return AnyValue(*any);
  if (const auto* time = spec::AsTimestamp(message)) return spec::TimestampText(*time);
  Json object = Json::object();
  const Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.has_presence() && !message.GetReflection()->HasField(message, &field)) continue;
    object[field.name()] = FieldValue(message, field);
  }
  return object;
}

Json JsonOf(const absl::Status& error) {
  const ErrorFacts facts = FactsOf(error).value_or(ErrorFacts{});
  Json body = Json::object();
  body["code"] = CodeName(error.code());
  body["reason"] = facts.reason;
  body["field"] = facts.field;
  body["message"] = std::string(error.message());
  Json object = Json::object();
  object["error"] = std::move(body);
  return object;
}

void PrintLine(std::ostream& out, const Json& object) {
  out << object.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

}  // namespace widthlab::cli
