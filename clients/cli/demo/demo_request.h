// What the demonstration asks for: the whole chain in a size that two cores finish in minutes.
//
//   ASSIGN_OR_RETURN(RunPipelineRequest request,
//                    DemoRequest(text_id, /*fast=*/false, {"train.steps=400"}));
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_REQUEST_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_REQUEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "widthlab/pipeline/v1/pipeline_service.pb.h"

namespace widthlab::cli {

// Four arms and three seeds; `fast`: one seed and smaller models. The request id is a digest of the
// request, which names the text by the digest of its content: the same demonstration started again
// joins the run that is not finished.
// `settings` change fields, as those of `pipeline run` do.
absl::StatusOr<pipeline::v1::RunPipelineRequest> DemoRequest(
    const std::string& text, bool fast, const std::vector<std::string>& settings = {});

// The profile of models instead: `models` as the server knows them.
absl::StatusOr<pipeline::v1::RunPipelineRequest> ProfileRequest(
    const std::string& text, const std::vector<std::string>& models, bool fast,
    const std::vector<std::string>& settings);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_REQUEST_H_
