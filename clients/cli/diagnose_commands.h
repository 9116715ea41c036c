// widthctl diagnose run|show.
#ifndef WIDTHLAB_CLIENTS_CLI_DIAGNOSE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_DIAGNOSE_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> DiagnoseCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DIAGNOSE_COMMANDS_H_
