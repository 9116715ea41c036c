// widthctl schedule solve.
#ifndef WIDTHLAB_CLIENTS_CLI_SOLVE_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_SOLVE_COMMAND_H_

#include "clients/cli/command.h"

namespace widthlab::cli {

Command SolveCommand();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SOLVE_COMMAND_H_
