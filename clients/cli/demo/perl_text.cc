#include "clients/cli/demo/perl_text.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {

absl::StatusOr<client::TextFiles> FindPerlText(const std::string& list) {
  std::ifstream lines(list);
  std::vector<std::string> paths;
  std::error_code error;
  for (std::string path; std::getline(lines, path);) {
    if (absl::EndsWith(path, ".pod") && std::filesystem::is_regular_file(path, error)) {
      paths.push_back(path);
    }
  }
  if (paths.empty()) {
    return NotFound("TEXT_NOT_FOUND", "text",
                    "text: the package perl-doc is not installed; install it, or name files with "
                    "--text PATH");
  }
  ASSIGN_OR_RETURN(client::TextFiles text, client::FindTextFiles(paths));
  text.source = "perl-doc";
  return text;
}

}  // namespace widthlab::cli
