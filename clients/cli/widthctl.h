// widthctl as a function, so that tests can run whole command lines.
//
//   int main(int argc, char** argv) {
//     return RunWidthctl({argv + 1, argv + argc}, Console::OfProcess());
//   }
#ifndef WIDTHLAB_CLIENTS_CLI_WIDTHCTL_H_
#define WIDTHLAB_CLIENTS_CLI_WIDTHCTL_H_

#include <string>
#include <vector>

#include "clients/cli/command.h"
#include "clients/cli/console.h"
#include "clients/cli/session.h"

namespace widthlab::cli {

// Every verb, in the order of the help text.
const std::vector<Command>& AllCommands();

// Returns the exit code. `connect` is replaced by tests.
int RunWidthctl(const std::vector<std::string>& words, const Console& console,
                Connector connect = {});

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_WIDTHCTL_H_
