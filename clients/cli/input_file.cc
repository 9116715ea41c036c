#include "clients/cli/input_file.h"

#include <fstream>
#include <iostream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::cli {
namespace {

absl::Status Unreadable(std::string_view flag, std::string_view what) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "FILE_UNREADABLE", .field = std::string(flag)},
                   absl::StrCat(std::string(flag), ": ", std::string(what)));
}

}  // namespace

absl::StatusOr<std::string> ReadInput(std::string_view flag, const std::string& path) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) return Unreadable(flag, path + " cannot be read");
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  // A directory opens, and reads as nothing.
  if (in.bad() || text.empty()) return Unreadable(flag, path + " is empty or cannot be read");
  return text;
}

}  // namespace widthlab::cli
