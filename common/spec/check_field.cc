#include "common/spec/check_field.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "absl/strings/str_cat.h"
#include "common/spec/enum_names.h"
#include "common/spec/field_path.h"
#include "common/spec/field_rule.h"
#include "common/spec/json_string.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using options::v1::FieldRule;

// A long double holds every 64-bit integer here.
std::optional<long double> AsNumber(const Scalar& value) {
  return std::visit(
      [](const auto& v) -> std::optional<long double> {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>) {
          return std::nullopt;
        } else {
          return static_cast<long double>(v);
        }
      },
      value);
}

bool IsInside(const FieldRule& rule, long double number) {
  if (rule.has_above() && !(number > rule.above())) return false;
  if (rule.has_at_least() && !(number >= rule.at_least())) return false;
  if (rule.has_below() && !(number < rule.below())) return false;
  if (rule.has_at_most() && !(number <= rule.at_most())) return false;
  return true;
}

bool IsAllowed(const FieldDescriptor& field, const Scalar& value) {
  const FieldRule& rule = RuleOf(field);
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    const auto* known = field.enum_type()->FindValueByNumber(std::get<int32_t>(value));
    return known != nullptr && !(IsUnspecified(*known) && (field.is_repeated() || HasRule(field)));
  }
  if (const auto number = AsNumber(value); number.has_value()) {
    if (std::isnan(*number) || (std::isinf(*number) && HasRule(field))) return false;
    return IsInside(rule, *number);
  }
  const auto& text = std::get<std::string>(value);
  return rule.one_of_size() == 0 ||
         std::find(rule.one_of().begin(), rule.one_of().end(), text) != rule.one_of().end();
}

absl::Status Missing(const FieldDescriptor& field, const std::string& path) {
  return MakeError(absl::StatusCode::kInvalidArgument, {.reason = "REQUIRED_FIELD", .field = path},
                   absl::StrCat(path, " is required: ", AllowedText(field)));
}

bool IsEmpty(const Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  if (field.is_repeated()) return reflection.FieldSize(message, &field) == 0;
  if (!reflection.HasField(message, &field)) return true;
  return field.cpp_type() == FieldDescriptor::CPPTYPE_STRING &&
         std::get<std::string>(GetScalar(message, field)).empty();
}

absl::Status CheckCount(const FieldDescriptor& field, int count, const std::string& path) {
  const FieldRule& rule = RuleOf(field);
  const std::string items = count == 1 ? " item" : " items";
  if (count < static_cast<int64_t>(rule.min_items())) {
    return InvalidField(path, count == 0 ? "empty" : absl::StrCat("a list of ", count, items),
                        absl::StrCat("a list of at least ", rule.min_items()));
  }
  if (rule.max_items() > 0 && count > static_cast<int64_t>(rule.max_items())) {
    return InvalidField(path, absl::StrCat("a list of ", count, items),
                        absl::StrCat("a list of at most ", rule.max_items()));
  }
  return absl::OkStatus();
}

absl::Status CheckItems(const Message& message, const FieldDescriptor& field,
                        const std::string& path) {
  const int count = message.GetReflection()->FieldSize(message, &field);
  RETURN_IF_ERROR(CheckCount(field, count, path));
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) return absl::OkStatus();
  std::map<Scalar, int> first;
  for (int i = 0; i < count; ++i) {
    const Scalar value = GetScalar(message, field, i);
    RETURN_IF_ERROR(CheckValue(field, value, ItemPath(path, i)));
    const auto [at, is_new] = first.emplace(value, i);
    if (is_new || !RuleOf(field).unique_items()) continue;
    return InvalidField(ItemPath(path, i), ScalarText(field, value),
                        absl::StrCat("different from ", ItemPath(path, at->second)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckValue(const FieldDescriptor& field, const Scalar& value,
                        const std::string& path) {
  if (field.type() == FieldDescriptor::TYPE_STRING && !IsUtf8(std::get<std::string>(value))) {
    return InvalidFieldBecause(path, "is not UTF-8");
  }
  if (IsAllowed(field, value)) return absl::OkStatus();
  const std::string text = ScalarText(field, value);
  return InvalidField(path, text.empty() ? "empty" : text, AllowedText(field));
}

absl::Status CheckField(const Message& message, const FieldDescriptor& field,
                        const std::string& path, bool check_required) {
  if (check_required && RuleOf(field).required() && IsEmpty(message, field)) {
    return Missing(field, path);
  }
  if (field.is_map()) return absl::OkStatus();
  if (field.is_repeated()) return CheckItems(message, field, path);
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) return absl::OkStatus();
  if (!message.GetReflection()->HasField(message, &field) &&
      (field.has_presence() || field.cpp_type() == FieldDescriptor::CPPTYPE_STRING ||
       field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM)) {
    return absl::OkStatus();
  }
  return CheckValue(field, GetScalar(message, field), path);
}

}  // namespace widthlab::spec
