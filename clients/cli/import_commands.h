// `widthctl import`: clouds and training results that were made elsewhere.
#ifndef WIDTHLAB_CLIENTS_CLI_IMPORT_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_IMPORT_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> ImportCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_IMPORT_COMMANDS_H_
