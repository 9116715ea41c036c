// widthctl schedule count, compare, render: what schedules cost, how far they are apart, a picture.
#ifndef WIDTHLAB_CLIENTS_CLI_COMPARE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_COMPARE_COMMANDS_H_

#include "clients/cli/command.h"

namespace widthlab::cli {

Command CountCommand();
Command CompareCommand();
Command RenderCommand();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_COMPARE_COMMANDS_H_
