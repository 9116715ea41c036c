// What may be typed at the end of a command line, from the table of commands.
//
//   Complete(commands, {"job", "list", "--sta"}, look_up).words    // {"--state", "only ..."}
//
// A shell asks through the hidden verb `complete` (completion_command.h).
#ifndef WIDTHLAB_CLIENTS_CLI_COMPLETE_H_
#define WIDTHLAB_CLIENTS_CLI_COMPLETE_H_

#include <functional>
#include <string>
#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

// Asks a server for words; `given` is the line so far. Without an answer there are none.
using LookUp = std::function<std::vector<Word>(const Values& values, const std::string& begun,
                                               const Arguments& given)>;

struct Completion {
  // All begin with what was typed.
  std::vector<Word> words = {};
  // Paths are wanted, which the shell knows better.
  bool files = false;
};

// `words` are those behind the program's name; the last is the one being typed, empty for a new
// one. Lines that make no sense are answered by nothing.
Completion Complete(const std::vector<Command>& commands, const std::vector<std::string>& words,
                    const LookUp& look_up);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_COMPLETE_H_
