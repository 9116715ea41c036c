// widthctl schedule export|import: schedules as files of other frameworks.
#ifndef WIDTHLAB_CLIENTS_CLI_EXCHANGE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_EXCHANGE_COMMANDS_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "clients/cli/command.h"
#include "widthlab/schedule/v1/schedule_service.pb.h"

namespace widthlab::cli {

Command ExportCommand();
Command ImportCommand();

// A schedule out of what `schedule build --json`, `schedule show --json` or schedule.json say, or
// of any JSON object with ffn_widths (and residual_widths, hidden_size, architecture).
absl::StatusOr<schedule::v1::Schedule> ScheduleOfJson(std::string_view json);

// "openelm" as a value. A usage error that lists the names for any other word.
absl::StatusOr<schedule::v1::ScheduleFormat> FormatNamed(std::string_view name);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_EXCHANGE_COMMANDS_H_
