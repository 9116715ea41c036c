#include "clients/cli/run_request.h"

#include "absl/strings/str_cat.h"
#include "clients/cli/parse.h"
#include "clients/cli/suggest.h"
#include "clients/cpp/model_client.h"
#include "common/spec/canonical_json.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::OneofDescriptor;
using pipeline::v1::RunPipelineRequest;

const OneofDescriptor& Choices() {
  return *RunPipelineRequest::descriptor()->FindOneofByName("pipeline");
}

const FieldDescriptor* FindChoice(std::string_view name) {
  for (int i = 0; i < Choices().field_count(); ++i) {
    if (Choices().field(i)->name() == name) return Choices().field(i);
  }
  return nullptr;
}

absl::Status ApplySetting(const std::string& setting, Message& message) {
  const size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    return UsageError("--set", absl::StrCat("'--set ", setting, "' must be --set KEY=VALUE"));
  }
  return spec::SetField(message, setting.substr(0, equals), setting.substr(equals + 1));
}

}  // namespace

std::vector<std::string> TemplateNames() {
  std::vector<std::string> names;
  for (int i = 0; i < Choices().field_count(); ++i) names.push_back(Choices().field(i)->name());
  return names;
}

const Descriptor* TemplateType(std::string_view name) {
  const FieldDescriptor* const field = FindChoice(name);
  return field == nullptr ? nullptr : field->message_type();
}

absl::StatusOr<RunPipelineRequest> BuildRunRequest(std::string_view name, std::string_view json,
                                                   const std::vector<std::string>& settings) {
  const FieldDescriptor* const field = FindChoice(name);
  if (field == nullptr) {
    return UsageError("TEMPLATE", absl::StrCat("there is no template '", std::string(name), "'",
                                               DidYouMean(name, TemplateNames())));
  }
  RunPipelineRequest request;
  Message& message = *request.GetReflection()->MutableMessage(&request, field);
  if (!json.empty()) RETURN_IF_ERROR(WithContext(spec::ParseJson(json, message), "--file"));
  RETURN_IF_ERROR(ApplySettings(settings, message));
  return request;
}

absl::Status ApplySettings(const std::vector<std::string>& settings, Message& message) {
  for (const std::string& setting : settings) RETURN_IF_ERROR(ApplySetting(setting, message));
  return absl::OkStatus();
}

Message& TemplateOf(RunPipelineRequest& request) {
  const FieldDescriptor& field =
      *request.GetReflection()->GetOneofFieldDescriptor(request, &Choices());
  return *request.GetReflection()->MutableMessage(&request, &field);
}

absl::Status AddModels(RunPipelineRequest& request, const std::vector<std::string>& models) {
  if (!request.has_profile_model()) {
    return UsageError("--model", "--model is for the template profile_model");
  }
  for (const std::string& model : models)
    request.mutable_profile_model()->add_models(client::ModelOnServer(model));
  return absl::OkStatus();
}

absl::Status SetText(RunPipelineRequest& request, const std::string& artifact) {
  Message& message = TemplateOf(request);
  if (message.GetDescriptor()->FindFieldByName("text") == nullptr) {
    return UsageError("--text",
                      "--text is for templates with a field 'text'; steps name the id of a text "
                      "each, see `widthctl artifact list --kind text`");
  }
  return spec::SetField(message, "text", artifact);
}

}  // namespace widthlab::cli
