// widthctl correlate: profiles against sensitivity, the norm, and other models.
#ifndef WIDTHLAB_CLIENTS_CLI_CORRELATE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_CORRELATE_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> CorrelateCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_CORRELATE_COMMANDS_H_
