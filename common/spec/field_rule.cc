#include "common/spec/field_rule.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/spec/enum_names.h"
#include "common/spec/number_text.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::FieldDescriptor;
using options::v1::FieldRule;

// Enum values are written short; anything else as the option has it.
std::string ShortValue(const FieldDescriptor& field, const std::string& value) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_ENUM) return value;
  const auto* found = FindEnumValue(*field.enum_type(), value);
  return found == nullptr ? value : ShortName(*found);
}

std::string IntervalText(const FieldRule& rule) {
  const bool low = rule.has_above() || rule.has_at_least();
  const bool high = rule.has_below() || rule.has_at_most();
  const std::string from = NumberText(rule.has_above() ? rule.above() : rule.at_least());
  const std::string to = NumberText(rule.has_below() ? rule.below() : rule.at_most());
  if (low && high) {
    return absl::StrCat(" in ", rule.has_above() ? "(" : "[", from, ", ", to,
                        rule.has_below() ? ")" : "]");
  }
  if (low) return absl::StrCat(rule.has_above() ? " above " : " of at least ", from);
  if (high) return absl::StrCat(rule.has_below() ? " below " : " of at most ", to);
  return "";
}

std::string InputText(const FieldRule& rule) {
  std::vector<std::string> kinds;
  for (const int kind : rule.input()) {
    const auto* value = artifact::v1::ArtifactKind_descriptor()->FindValueByNumber(kind);
    if (value != nullptr) kinds.push_back(ShortName(*value));
  }
  return absl::StrCat("the id of an artifact of kind ", absl::StrJoin(kinds, " or "));
}

}  // namespace

const FieldRule& RuleOf(const FieldDescriptor& field) {
  return field.options().GetExtension(options::v1::field);
}

bool HasRule(const FieldDescriptor& field) {
  return field.options().HasExtension(options::v1::field);
}

bool HasDefault(const FieldDescriptor& field) {
  const FieldRule& rule = RuleOf(field);
  return rule.has_default_() || rule.default_items_size() > 0;
}

std::string DefaultText(const FieldDescriptor& field) {
  const FieldRule& rule = RuleOf(field);
  if (rule.has_default_()) return ShortValue(field, rule.default_());
  std::vector<std::string> items;
  for (const std::string& item : rule.default_items()) items.push_back(ShortValue(field, item));
  return absl::StrJoin(items, ",");
}

std::string AllowedText(const FieldDescriptor& field) {
  const FieldRule& rule = RuleOf(field);
  if (rule.input_size() > 0) return InputText(rule);
  if (rule.one_of_size() > 0) return absl::StrCat("one of ", absl::StrJoin(rule.one_of(), ", "));
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return absl::StrCat("one of ", EnumChoices(*field.enum_type()));
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      return absl::StrCat("a number", IntervalText(rule));
    case FieldDescriptor::CPPTYPE_BOOL:
      return "true or false";
    case FieldDescriptor::CPPTYPE_STRING:
      return field.type() == FieldDescriptor::TYPE_BYTES ? "base64" : "a text";
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return absl::StrCat("a ", field.message_type()->name());
    default:
      return absl::StrCat("a whole number", IntervalText(rule));
  }
}

std::string TypeText(const FieldDescriptor& field) {
  std::string type = field.type_name();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) type = field.enum_type()->name();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) type = field.message_type()->name();
  return field.is_repeated() ? absl::StrCat("list of ", type) : type;
}

}  // namespace widthlab::spec
