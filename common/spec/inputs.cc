// The artifacts that a spec names.
#include "common/spec/field_path.h"
#include "common/spec/field_rule.h"
#include "common/spec/resolve.h"
#include "common/spec/scalar.h"
#include "common/status/macros.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using Replace = std::function<absl::StatusOr<std::string>(const InputReference&)>;

int SizeOf(const Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  return field.is_repeated() ? reflection.FieldSize(message, &field)
                             : static_cast<int>(reflection.HasField(message, &field));
}

absl::Status ReplaceOne(const FieldDescriptor& field, const std::string& path, int index,
                        const Replace& replace, Message& message) {
  InputReference reference{.field = path};
  reference.id = std::get<std::string>(GetScalar(message, field, index));
  for (const int kind : RuleOf(field).input()) {
    reference.kinds.push_back(static_cast<artifact::v1::ArtifactKind>(kind));
  }
  if (reference.id.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(std::string id, replace(reference));
  const auto& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    reflection.SetRepeatedString(&message, &field, index, std::move(id));
  } else {
    reflection.SetString(&message, &field, std::move(id));
  }
  return absl::OkStatus();
}

absl::Status Walk(const std::string& path, const Replace& replace, Message& message) {
  const auto& reflection = *message.GetReflection();
  for (int f = 0; f < message.GetDescriptor()->field_count(); ++f) {
    const FieldDescriptor& field = *message.GetDescriptor()->field(f);
    const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (field.is_map() || (!is_message && RuleOf(field).input_size() == 0)) continue;
    for (int i = 0; i < SizeOf(message, field); ++i) {
      std::string field_path = FieldPath(path, field.name());
      if (field.is_repeated()) field_path = ItemPath(field_path, i);
      if (!is_message) {
        RETURN_IF_ERROR(ReplaceOne(field, field_path, i, replace, message));
      } else {
        RETURN_IF_ERROR(Walk(field_path, replace,
                             field.is_repeated()
                                 ? *reflection.MutableRepeatedMessage(&message, &field, i)
                                 : *reflection.MutableMessage(&message, &field)));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<InputReference> InputsOf(const Message& message) {
  std::vector<InputReference> inputs;
  const std::unique_ptr<Message> copy(message.New());
  copy->CopyFrom(message);
  const absl::Status status = Walk(
      "",
      [&inputs](const InputReference& reference) -> absl::StatusOr<std::string> {
        inputs.push_back(reference);
        return reference.id;
      },
      *copy);
  (void)status;  // Only `replace` makes errors, and this one makes none.
  return inputs;
}

absl::Status ReplaceInputs(Message& message, const Replace& replace) {
  return Walk("", replace, message);
}

}  // namespace widthlab::spec
