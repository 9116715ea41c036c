// widthctl schedule fit: scaling laws of runs, and ratios at equal loss.
#ifndef WIDTHLAB_CLIENTS_CLI_FIT_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_FIT_COMMAND_H_

#include "clients/cli/command.h"

namespace widthlab::cli {

Command FitCommand();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_FIT_COMMAND_H_
