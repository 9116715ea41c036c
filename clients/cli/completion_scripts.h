// What a shell loads to complete widthctl's command lines. Each asks `widthctl complete` for the
// words, so that they follow the verbs, flags and artifacts that there are.
#ifndef WIDTHLAB_CLIENTS_CLI_COMPLETION_SCRIPTS_H_
#define WIDTHLAB_CLIENTS_CLI_COMPLETION_SCRIPTS_H_

#include <string_view>

namespace widthlab::cli {

// bash 3.2 and later.
std::string_view BashCompletion();
std::string_view ZshCompletion();
// fish 3.0 and later.
std::string_view FishCompletion();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_COMPLETION_SCRIPTS_H_
