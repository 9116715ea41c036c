// widthctl schedule: show, and the verbs that have files of their own.
#ifndef WIDTHLAB_CLIENTS_CLI_SCHEDULE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_SCHEDULE_COMMANDS_H_

#include <string>
#include <vector>

#include "clients/cli/command.h"
#include "clients/cli/console.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::cli {

std::vector<Command> ScheduleCommands();

// Widths layer by layer with what decided them, and the budget.
std::string ScheduleText(const Console& console, const schedule::v1::Schedule& schedule);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SCHEDULE_COMMANDS_H_
