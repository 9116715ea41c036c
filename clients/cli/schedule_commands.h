// widthctl schedule: show, and the verbs that have files of their own.
#ifndef WIDTHLAB_CLIENTS_CLI_SCHEDULE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_SCHEDULE_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> ScheduleCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SCHEDULE_COMMANDS_H_
