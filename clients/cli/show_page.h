// Shows a file of the user's in whatever their desktop opens it with.
//
//   if (!ShowPage(path)) session.out() << "open it: " << path << "\n";
#ifndef WIDTHLAB_CLIENTS_CLI_SHOW_PAGE_H_
#define WIDTHLAB_CLIENTS_CLI_SHOW_PAGE_H_

#include <string>

namespace widthlab::cli {

// False where there is no display, or no xdg-open. Does not wait for the program that shows it.
bool ShowPage(const std::string& path);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SHOW_PAGE_H_
