#include "common/spec/resolve.h"

#include "absl/strings/strip.h"
#include "common/spec/check_field.h"
#include "common/spec/enum_names.h"
#include "common/spec/field_path.h"
#include "common/spec/field_rule.h"
#include "common/spec/scalar.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;

// What holds for a message and everything in it.
struct Scope {
  std::string path = {};
  bool check_required = true;
};

absl::Status ResolveMessage(Message& message, const Scope& scope);

// True where a message of `type` that is left out has a default to show, at any depth.
bool HasDefaultsInside(const Descriptor& type, int depth = 0) {
  if (depth > 16) return false;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.real_containing_oneof() != nullptr) continue;
    if (HasDefault(field)) return true;
    if (!field.is_repeated() && field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE &&
        HasDefaultsInside(*field.message_type(), depth + 1)) {
      return true;
    }
  }
  return false;
}

bool IsLeftOut(const Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  return field.is_repeated() ? reflection.FieldSize(message, &field) == 0
                             : !reflection.HasField(message, &field);
}

// UNSPECIFIED says no more than a field that is left out.
void ClearUnspecified(const FieldDescriptor& field, Message& message) {
  if (field.is_repeated() || field.cpp_type() != FieldDescriptor::CPPTYPE_ENUM) return;
  const auto* value =
      field.enum_type()->FindValueByNumber(std::get<int32_t>(GetScalar(message, field)));
  if (value != nullptr && IsUnspecified(*value)) {
    message.GetReflection()->ClearField(&message, &field);
  }
}

absl::Status WriteDefaults(const FieldDescriptor& field, const std::string& path,
                           Message& message) {
  const auto& rule = RuleOf(field);
  if (rule.has_default_()) {
    ASSIGN_OR_RETURN(Scalar value, ScalarFromText(field, rule.default_(), path));
    PutScalar(message, field, std::move(value));
  }
  for (const std::string& item : rule.default_items()) {
    ASSIGN_OR_RETURN(Scalar value, ScalarFromText(field, item, path));
    PutScalar(message, field, std::move(value));
  }
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && !field.is_repeated() &&
      HasDefaultsInside(*field.message_type())) {
    message.GetReflection()->MutableMessage(&message, &field);
  }
  return absl::OkStatus();
}

absl::Status ResolveInside(const FieldDescriptor& field, const Scope& scope, Message& message) {
  const auto& reflection = *message.GetReflection();
  if (!field.is_repeated()) {
    return ResolveMessage(*reflection.MutableMessage(&message, &field), scope);
  }
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    RETURN_IF_ERROR(ResolveMessage(*reflection.MutableRepeatedMessage(&message, &field, i),
                                   {ItemPath(scope.path, i), scope.check_required}));
  }
  return absl::OkStatus();
}

absl::Status ResolveField(const FieldDescriptor& field, const Scope& scope, Message& message) {
  ClearUnspecified(field, message);
  if (IsLeftOut(message, field) && field.real_containing_oneof() == nullptr) {
    RETURN_IF_ERROR(WriteDefaults(field, scope.path, message));
  }
  RETURN_IF_ERROR(CheckField(message, field, scope.path, scope.check_required));
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field.is_map() ||
      IsLeftOut(message, field)) {
    return absl::OkStatus();
  }
  return ResolveInside(field, {scope.path, scope.check_required && !RuleOf(field).partial()},
                       message);
}

absl::Status ResolveMessage(Message& message, const Scope& scope) {
  const Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    RETURN_IF_ERROR(
        ResolveField(field, {FieldPath(scope.path, field.name()), scope.check_required}, message));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Resolve(Message& message) {
  RETURN_IF_ERROR(ResolveMessage(message, {}));
  return ReplaceInputs(message, [](const InputReference& reference) -> absl::StatusOr<std::string> {
    return std::string(absl::StripPrefix(reference.id, "artifacts/"));
  });
}

}  // namespace widthlab::spec
