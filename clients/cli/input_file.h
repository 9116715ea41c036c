// Files that are given on the command line.
//
//   ASSIGN_OR_RETURN(const std::string text, ReadInput("--file", path));
#ifndef WIDTHLAB_CLIENTS_CLI_INPUT_FILE_H_
#define WIDTHLAB_CLIENTS_CLI_INPUT_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace widthlab::cli {

// All of a file; "-" is standard input. INVALID_ARGUMENT FILE_UNREADABLE naming `flag` for one that
// is empty or cannot be read.
absl::StatusOr<std::string> ReadInput(std::string_view flag, const std::string& path);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_INPUT_FILE_H_
