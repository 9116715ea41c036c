// widthctl demo: the whole chain on real text, behind `./run demo`.
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_COMMAND_H_

#include "clients/cli/command.h"

namespace widthlab::cli {

Command DemoCommand();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_COMMAND_H_
