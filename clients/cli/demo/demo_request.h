// What the demonstration asks for: the whole chain in a size that two cores finish in minutes.
//
//   RunPipelineRequest request = DemoRequest(text_id, /*fast=*/false);
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_REQUEST_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_REQUEST_H_

#include <string>

#include "widthlab/pipeline/v1/pipeline_service.pb.h"

namespace widthlab::cli {

// Four arms and three seeds; `fast`: one seed and smaller models. The request id is a digest of the
// request, which names the text by the digest of its content: the same demonstration started again
// joins the run that is not finished.
pipeline::v1::RunPipelineRequest DemoRequest(const std::string& text, bool fast);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_REQUEST_H_
