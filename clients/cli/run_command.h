// widthctl pipeline run.
#ifndef WIDTHLAB_CLIENTS_CLI_RUN_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_RUN_COMMAND_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/command.h"
#include "clients/cli/session.h"
#include "clients/cpp/connection.h"

namespace widthlab::cli {

Command RunCommand();

// Imports the text files under `paths` and returns the id of their artifact. Says what was passed
// over, on standard error.
absl::StatusOr<std::string> ImportText(const Session& session, const client::Connection& connection,
                                       const std::vector<std::string>& paths);

// Steps of a run as a table: what they wait for, their state, artifact and cost.
std::string StepTable(const Console& console, const job::v1::Job& run);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_RUN_COMMAND_H_
