// What `--help` of a server says.
#ifndef WIDTHLAB_SERVICES_HOST_HELP_H_
#define WIDTHLAB_SERVICES_HOST_HELP_H_

#include <string>
#include <vector>

#include "services/host/flag_set.h"

namespace widthlab::host {

bool WantsHelp(const std::vector<std::string>& arguments);

// Prints "widthlab-geometry 0.1.0" where --version is among the arguments, and says whether it is.
bool PrintedVersion(const std::string& program, const std::vector<std::string>& arguments);

// Purpose, flags with their defaults, and what to do with a server at `address`.
std::string HelpText(const std::string& program, const std::string& summary,
                     const std::string& address, const FlagSet& flags);

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_HELP_H_
