// What `correlate run` asks for: models as they are typed, and the fields of the template.
//
//   ASSIGN_OR_RETURN(RunDiagnosticsRequest request,
//                    BuildDiagnosticsRequest({"smollm=3fa9,77ab"}, {"state_factors=2"}));
#ifndef WIDTHLAB_CLIENTS_CLI_CORRELATE_REQUEST_H_
#define WIDTHLAB_CLIENTS_CLI_CORRELATE_REQUEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "widthlab/pipeline/v1/pipeline_service.pb.h"

namespace widthlab::cli {

// Each of `models` is [NAME=]PROFILE[,SENSITIVITY], both ids or their first digits; without a name
// it is called by its profile as typed. `settings` are KEY=VALUE. Errors name MODEL or the field.
absl::StatusOr<pipeline::v1::RunDiagnosticsRequest> BuildDiagnosticsRequest(
    const std::vector<std::string>& models, const std::vector<std::string>& settings);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_CORRELATE_REQUEST_H_
