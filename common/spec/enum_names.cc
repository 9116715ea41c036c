#include "common/spec/enum_names.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace widthlab::spec {
namespace {

// "GroundNorm" gives "GROUND_NORM_".
std::string Prefix(const google::protobuf::EnumDescriptor& type) {
  std::string prefix;
  for (const char c : type.name()) {
    if (absl::ascii_isupper(static_cast<unsigned char>(c)) && !prefix.empty()) prefix += '_';
    prefix += absl::ascii_toupper(static_cast<unsigned char>(c));
  }
  return prefix + "_";
}

}  // namespace

std::string ShortName(const google::protobuf::EnumValueDescriptor& value) {
  const std::string prefix = Prefix(*value.type());
  if (!absl::StartsWith(value.name(), prefix)) return value.name();
  return value.name().substr(prefix.size());
}

const google::protobuf::EnumValueDescriptor* FindEnumValue(
    const google::protobuf::EnumDescriptor& type, std::string_view name) {
  const std::string wanted = absl::AsciiStrToUpper(std::string(name));
  for (int i = 0; i < type.value_count(); ++i) {
    const auto& value = *type.value(i);
    if (value.name() == wanted || ShortName(value) == wanted) return &value;
  }
  return nullptr;
}

bool IsUnspecified(const google::protobuf::EnumValueDescriptor& value) {
  return value.number() == 0 && ShortName(value) == "UNSPECIFIED";
}

std::string EnumChoices(const google::protobuf::EnumDescriptor& type) {
  std::string choices;
  for (int i = 0; i < type.value_count(); ++i) {
    if (IsUnspecified(*type.value(i))) continue;
    if (!choices.empty()) choices += ", ";
    choices += ShortName(*type.value(i));
  }
  return choices;
}

}  // namespace widthlab::spec
