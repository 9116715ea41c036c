// Texts of --help, made from the commands themselves.
#ifndef WIDTHLAB_CLIENTS_CLI_HELP_H_
#define WIDTHLAB_CLIENTS_CLI_HELP_H_

#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

// All verbs in one line each, the common flags, the exit codes.
std::string OverviewHelp(const std::vector<Command>& commands);

// The verbs of one group.
std::string GroupHelp(const std::vector<Command>& commands, std::string_view group);

// One verb in full.
std::string CommandHelp(const Command& command, const Arguments& given);

// "  name    text", the text broken at `width` columns and indented to where it began.
std::string HelpEntry(std::string_view name, std::string_view text, int name_width, int width);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_HELP_H_
