#include "clients/cli/show_page.h"

#include <spawn.h>

#include <cstdlib>

extern char** environ;

namespace widthlab::cli {
namespace {

bool IsSet(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

bool ShowPage(const std::string& path) {
  if (!IsSet("DISPLAY") && !IsSet("WAYLAND_DISPLAY")) return false;
  std::string program = "xdg-open";
  std::string page = path;
  char* const words[] = {program.data(), page.data(), nullptr};
  pid_t pid = 0;
  return posix_spawnp(&pid, program.c_str(), nullptr, nullptr, words, environ) == 0;
}

}  // namespace widthlab::cli
