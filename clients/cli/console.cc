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
  const bool err_is_terminal = isatty(STDERR_FILENO) == 1 && !dumb;
  const ColourWishes wishes{.no_color = Environment("NO_COLOR"),
                            .force_color = Environment("FORCE_COLOR")};
  return Console{.out = std::cout,
                 .err = std::cerr,
                 .out_is_terminal = out_is_terminal,
                 .err_is_terminal = err_is_terminal,
                 .colours = WantsColours(wishes, out_is_terminal),
                 .err_colours = WantsColours(wishes, err_is_terminal),
                 .unicode = LocaleIsUtf8(),
                 .width = TerminalWidth()};
}

Console Console::WithColour(std::string_view when) const {
  Console console = *this;
  if (when == "always" || when == "never") {
    console.colours = console.err_colours = when == "always";
  }
  return console;
}

std::string Console::Styled(std::string_view code, std::string_view text, bool colours) {
  if (!colours) return std::string(text);
  return absl::StrCat("\033[", std::string(code), "m", std::string(text), "\033[0m");
}

bool WantsColours(const ColourWishes& wishes, bool is_terminal) {
  if (!wishes.no_color.empty()) return false;
  if (!wishes.force_color.empty()) return wishes.force_color != "0";
  return is_terminal;
}

}  // namespace widthlab::cli
