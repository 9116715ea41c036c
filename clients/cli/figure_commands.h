// widthctl figure|open: pictures of artifacts, and reports in a browser.
#ifndef WIDTHLAB_CLIENTS_CLI_FIGURE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_FIGURE_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> FigureCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_FIGURE_COMMANDS_H_
