#include "clients/cli/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace widthlab::cli {
namespace {

std::string Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// POSIX: the first of the three that is set decides.
bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = absl::AsciiStrToLower(Environment(name));
    if (!value.empty())
      return absl::StrContains(value, "utf-8") || absl::StrContains(value, "utf8");
  }
  return false;
}

int TerminalWidth() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
  return 80;
}

}  // namespace

Console Console::OfProcess() {
  const bool dumb = Environment("TERM").empty() || Environment("TERM") == "dumb";
  const bool out_is_terminal = isatty(STDOUT_FILENO) == 1 && !dumb;
  return Console{.out = std::cout,
                 .err = std::cerr,
                 .out_is_terminal = out_is_terminal,
                 .err_is_terminal = isatty(STDERR_FILENO) == 1 && !dumb,
                 .colours = out_is_terminal && Environment("NO_COLOR").empty(),
                 .unicode = LocaleIsUtf8(),
                 .width = TerminalWidth()};
}

std::string Console::Styled(std::string_view code, std::string_view text) const {
  if (!colours) return std::string(text);
  return absl::StrCat("\033[", std::string(code), "m", std::string(text), "\033[0m");
}

}  // namespace widthlab::cli
