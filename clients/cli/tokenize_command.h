// widthctl model tokenize: the token ids of a text.
#ifndef WIDTHLAB_CLIENTS_CLI_TOKENIZE_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_TOKENIZE_COMMAND_H_

#include "clients/cli/command.h"

namespace widthlab::cli {

Command TokenizeCommand();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_TOKENIZE_COMMAND_H_
