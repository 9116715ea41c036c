#include "common/spec/canonical_json.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/spec/enum_names.h"
#include "common/spec/field_rule.h"
#include "common/spec/json_string.h"
#include "common/spec/known_types.h"
#include "common/spec/scalar.h"
#include "google/protobuf/descriptor.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;

struct Utf16Order {
  bool operator()(const std::string& a, const std::string& b) const { return Utf16Less(a, b); }
};
// Members of an object, key to JSON text.
using Members = std::map<std::string, std::string, Utf16Order>;

std::string Object(const Members& members) {
  std::string out = "{";
  for (const auto& [key, value] : members) {
    absl::StrAppend(&out, out.size() > 1 ? "," : "", JsonQuote(key), ":", value);
  }
  return out + "}";
}

Members MembersOf(const Message& message);

std::string ScalarJson(const FieldDescriptor& field, const Scalar& value) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_UINT32:
      return ScalarText(field, value);
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_DOUBLE: {
      const std::string text = ScalarText(field, value);
      const bool finite = text.back() != 'y' && text != "NaN";
      return finite ? text : JsonQuote(text);
    }
    case FieldDescriptor::CPPTYPE_ENUM: {
      const int number = std::get<int32_t>(value);
      const auto* known = field.enum_type()->FindValueByNumber(number);
      return known == nullptr ? absl::StrCat(number) : JsonQuote(known->name());
    }
    default:
      return JsonQuote(ScalarText(field, value));
  }
}

std::string AnyJson(const google::protobuf::Any& any) {
  Members members;
  if (const std::unique_ptr<Message> inner = Unpack(any); inner != nullptr) {
    members = MembersOf(*inner);
  } else {
    members["value"] = JsonQuote(Base64(any.value()));
  }
  members["@type"] = JsonQuote(any.type_url());
  return Object(members);
}

std::string MessageJson(const Message& message) {
  if (const auto* any = AsAny(message)) return AnyJson(*any);
  if (const auto* timestamp = AsTimestamp(message)) return JsonQuote(TimestampText(*timestamp));
  return Object(MembersOf(message));
}

std::string ItemJson(const Message& message, const FieldDescriptor& field, int index) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return MessageJson(message.GetReflection()->GetRepeatedMessage(message, &field, index));
  }
  return ScalarJson(field, GetScalar(message, field, index));
}

std::string MapJson(const Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  Members members;
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    const Message& entry = reflection.GetRepeatedMessage(message, &field, i);
    const FieldDescriptor& key = *field.message_type()->map_key();
    const FieldDescriptor& value = *field.message_type()->map_value();
    members[ScalarText(key, GetScalar(entry, key))] =
        value.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE
            ? MessageJson(entry.GetReflection()->GetMessage(entry, &value))
            : ScalarJson(value, GetScalar(entry, value));
  }
  return Object(members);
}

std::string ListJson(const Message& message, const FieldDescriptor& field) {
  std::string out = "[";
  const int size = message.GetReflection()->FieldSize(message, &field);
  for (int i = 0; i < size; ++i) {
    absl::StrAppend(&out, i > 0 ? "," : "", ItemJson(message, field, i));
  }
  return out + "]";
}

// True where the field holds what releases before it meant.
bool IsOmitted(const Message& message, const FieldDescriptor& field) {
  const auto& rule = RuleOf(field);
  if (!rule.has_omitted_while()) return false;
  if (field.is_repeated()) {
    return rule.omitted_while().empty() && message.GetReflection()->FieldSize(message, &field) == 0;
  }
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) return false;
  const auto omitted = ScalarFromText(field, rule.omitted_while(), field.name());
  return omitted.ok() && *omitted == GetScalar(message, field);
}

Members MembersOf(const Message& message) {
  Members members;
  const auto& reflection = *message.GetReflection();
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor& field = *message.GetDescriptor()->field(i);
    if (field.has_presence() && !reflection.HasField(message, &field)) continue;
    if (IsOmitted(message, field)) continue;
    members[field.name()] = field.is_map()        ? MapJson(message, field)
                            : field.is_repeated() ? ListJson(message, field)
                            : field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE
                                ? MessageJson(reflection.GetMessage(message, &field))
                                : ScalarJson(field, GetScalar(message, field));
  }
  return members;
}

}  // namespace

std::string CanonicalJson(const Message& message) { return MessageJson(message); }

}  // namespace widthlab::spec
