// widthctl schedule build|families.
#ifndef WIDTHLAB_CLIENTS_CLI_BUILD_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_BUILD_COMMAND_H_

#include "clients/cli/command.h"

namespace widthlab::cli {

Command BuildCommand();
Command FamiliesCommand();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_BUILD_COMMAND_H_
