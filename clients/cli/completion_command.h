// widthctl completion, and the hidden verb that the scripts ask.
#ifndef WIDTHLAB_CLIENTS_CLI_COMPLETION_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_COMPLETION_COMMAND_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

// Prints the script of a shell.
Command CompletionCommand();

// `complete -- WORD...` prints what may stand for the last word: a word and its meaning in each
// line, a tab between them; ":files" for paths. A server that does not answer within half a second
// is done without.
Command CompleteCommand(const std::vector<Command>& (*commands)());

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_COMPLETION_COMMAND_H_
