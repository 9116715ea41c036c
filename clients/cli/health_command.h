// widthctl health: whether a server takes calls.
#ifndef WIDTHLAB_CLIENTS_CLI_HEALTH_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_HEALTH_COMMAND_H_

#include "clients/cli/command.h"

namespace widthlab::cli {

Command HealthCommand();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_HEALTH_COMMAND_H_
