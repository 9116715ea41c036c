// widthctl sensitivity measure|show.
#ifndef WIDTHLAB_CLIENTS_CLI_SENSITIVITY_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_SENSITIVITY_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> SensitivityCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SENSITIVITY_COMMANDS_H_
