// `widthctl capture run`: the states of a model's layers, into a file here.
#ifndef WIDTHLAB_CLIENTS_CLI_CAPTURE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_CAPTURE_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> CaptureCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_CAPTURE_COMMANDS_H_
