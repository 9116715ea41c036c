#include "clients/cli/command.h"

namespace widthlab::cli {

std::string Arguments::Value(std::string_view flag, std::string_view otherwise) const {
  const auto found = flags_.find(std::string(flag));
  return found == flags_.end() ? std::string(otherwise) : found->second.back();
}

std::vector<std::string> Arguments::Values(std::string_view flag) const {
  const auto found = flags_.find(std::string(flag));
  return found == flags_.end() ? std::vector<std::string>{} : found->second;
}

std::string Arguments::Positional(size_t index) const {
  return index < positional_.size() ? positional_[index] : "";
}

const std::vector<FlagSpec>& CommonFlags() {
  static const auto* const kFlags = new std::vector<FlagSpec>{
      {.name = "server",
       .value = "HOST:PORT",
       .help = "address of the server; else WIDTHLAB_SERVER, else 127.0.0.1:7070"},
      {.name = "json", .help = "print one JSON object a line, for scripts"},
      {.name = "color",
       .value = "WHEN",
       .help = "auto (on a terminal, unless NO_COLOR is set; FORCE_COLOR is for pipes as well), "
               "always or never",
       .values = {.words =
                      [](const Arguments&) {
                        return std::vector<Word>{{"auto"}, {"always"}, {"never"}};
                      }}},
      {.name = "help", .help = "show this text"},
  };
  return *kFlags;
}

std::vector<FlagSpec> CommonFlagsOf(const Command& command) {
  std::vector<FlagSpec> flags;
  for (const FlagSpec& flag : CommonFlags()) {
    if (flag.name != "server" || !command.own_server) flags.push_back(flag);
  }
  return flags;
}

}  // namespace widthlab::cli
