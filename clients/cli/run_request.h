// What `pipeline run` asks for: a template's fields from a file, then one by one.
//
//   ASSIGN_OR_RETURN(RunPipelineRequest request,
//                    BuildRunRequest("geometry_guided", file_json, {"train.steps=400"}));
#ifndef WIDTHLAB_CLIENTS_CLI_RUN_REQUEST_H_
#define WIDTHLAB_CLIENTS_CLI_RUN_REQUEST_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/message.h"
#include "widthlab/pipeline/v1/pipeline_service.pb.h"

namespace widthlab::cli {

// Names of templates, from the request's oneof: "steps" is a pipeline of the user's own.
std::vector<std::string> TemplateNames();

// The empty message of a template; null for an unknown name.
const google::protobuf::Descriptor* TemplateType(std::string_view name);

// `json` may be empty. Errors name the field, or TEMPLATE, --file or --set.
absl::StatusOr<pipeline::v1::RunPipelineRequest> BuildRunRequest(
    std::string_view name, std::string_view json, const std::vector<std::string>& settings);

// Sets fields of a template by KEY=VALUE, in order.
absl::Status ApplySettings(const std::vector<std::string>& settings,
                           google::protobuf::Message& message);

// The template's message inside the request.
google::protobuf::Message& TemplateOf(pipeline::v1::RunPipelineRequest& request);

// Adds models to the template's field `models`, paths of this machine made absolute.
absl::Status AddModels(pipeline::v1::RunPipelineRequest& request,
                       const std::vector<std::string>& models);

// Puts the id of an imported text into the template's field `text`.
absl::Status SetText(pipeline::v1::RunPipelineRequest& request, const std::string& artifact);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_RUN_REQUEST_H_
