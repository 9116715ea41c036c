// Runs of families of models as a table, for scaling laws.
//
//   family,parameters,training_flops,loss
//   uniform,1.2e7,3.1e17,3.41
//
// The first line names the columns: family and loss, and any of parameters, training_flops and
// kv_bytes_per_token.
#ifndef WIDTHLAB_CLIENTS_CLI_RUNS_FILE_H_
#define WIDTHLAB_CLIENTS_CLI_RUNS_FILE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "widthlab/schedule/v1/schedule_service.pb.h"

namespace widthlab::cli {

// Families in the order in which they first appear. INVALID_ARGUMENT naming the line or the column.
// NaN and infinities are read, so that the server refuses them by the name of their run.
absl::StatusOr<schedule::v1::FitScalingLawRequest> ParseRuns(std::string_view text);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_RUNS_FILE_H_
