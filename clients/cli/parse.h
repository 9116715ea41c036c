// Command lines to verbs and their arguments.
//
//   ASSIGN_OR_RETURN(const Invocation invocation, Parse(commands, {"job", "list", "--json"}));
//   invocation.command->run(invocation.arguments, session);
//
// Flags stand anywhere after the verb, as "--name value" or "--name=value"; "--" ends them. Errors
// have reason USAGE, name the word in `field`, and suggest the nearest one there is.
#ifndef WIDTHLAB_CLIENTS_CLI_PARSE_H_
#define WIDTHLAB_CLIENTS_CLI_PARSE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/command.h"

namespace widthlab::cli {

struct Invocation {
  // Null where help was asked for without naming a whole verb.
  const Command* command = nullptr;
  // The group that help was asked for; empty for all of them.
  std::string group = {};
  bool help = false;
  Arguments arguments = {};
};

// `words` without the program's name. `commands` must outlive the result.
absl::StatusOr<Invocation> Parse(const std::vector<Command>& commands,
                                 const std::vector<std::string>& words);

// INVALID_ARGUMENT with reason USAGE.
absl::Status UsageError(std::string_view field, std::string_view message);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_PARSE_H_
