#include "clients/cli/demo/demo_options.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/demo/model_roots.h"
#include "clients/cli/parse.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

namespace fs = std::filesystem;

std::string DefaultFolder() {
  const char* const data = std::getenv("XDG_DATA_HOME");
  const char* const home = std::getenv("HOME");
  const std::string base = data != nullptr && *data != '\0'
                               ? data
                               : absl::StrCat(home == nullptr ? "." : home, "/.local/share");
  return base + "/widthlab-demo";
}

}  // namespace

absl::StatusOr<DemoServerOptions> ReadServerOptions(const Arguments& arguments) {
  DemoServerOptions options{.server = arguments.Value("server"),
                            .folder = arguments.Value("data", DefaultFolder()),
                            .programs = arguments.Value("programs"),
                            .threads = arguments.Value("threads"),
                            .processes = arguments.Has("processes")};
  int threads = 1;
  if (arguments.Has("threads") && (!absl::SimpleAtoi(options.threads, &threads) || threads < 1)) {
    return UsageError("--threads", absl::StrCat("'--threads ", options.threads,
                                                "' must be a whole number, at least 1"));
  }
  if (!options.server.empty() && (arguments.Has("threads") || options.processes)) {
    return UsageError(
        "--server",
        "'--threads' and '--processes' are for servers that the demonstration starts, "
        "and '--server' names one that runs");
  }
  if (options.folder.empty()) return UsageError("--data", "'--data' needs the path of a folder");
  std::error_code error;
  options.folder = fs::absolute(options.folder, error).lexically_normal().string();
  if (!options.server.empty()) return options;
  for (const std::string& model : arguments.Values("model")) {
    ASSIGN_OR_RETURN(const std::vector<std::string> roots, ModelRoots(model));
    options.import_roots.insert(options.import_roots.end(), roots.begin(), roots.end());
  }
  if (options.programs.empty()) {
    options.programs = fs::read_symlink("/proc/self/exe", error).parent_path().string();
  }
  return options;
}

}  // namespace widthlab::cli
