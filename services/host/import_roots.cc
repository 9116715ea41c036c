#include "services/host/import_roots.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/model/hugging_face_cache.h"
#include "common/status/error.h"

namespace widthlab::host {
namespace {

namespace fs = std::filesystem;

// Whether `path` is `folder` or below it; both are real paths.
bool IsBelow(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace

ImportRoots::ImportRoots(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (!error) folders_.push_back(real.string());
  }
}

std::vector<std::string> ImportRoots::Defaults() {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  std::vector<std::string> folders;
  if (!error) folders.push_back(here.string());
  folders.push_back(model::HuggingFaceCacheFolder());
  return folders;
}

absl::StatusOr<std::string> ImportRoots::Resolve(std::string_view field,
                                                 std::string_view path) const {
  if (path.empty() || path.front() != '/') {
    return InvalidField(field, absl::StrCat("\"", std::string(path), "\""),
                        "an absolute path on the server");
  }
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::path(path), error);
  const bool inside =
      !error && std::any_of(folders_.begin(), folders_.end(),
                            [&](const std::string& folder) { return IsBelow(real, folder); });
  if (!inside) {
    return MakeError(
        absl::StatusCode::kPermissionDenied,
        {.reason = "OUTSIDE_IMPORT_ROOTS",
         .field = std::string(field),
         .metadata = {{"value", std::string(path)}, {"allowed", absl::StrJoin(folders_, ", ")}}},
        absl::StrCat(std::string(field), ": ", std::string(path),
                     " is below none of the server's import roots (", absl::StrJoin(folders_, ", "),
                     "); start the server with --import-root and its folder to allow it"));
  }
  if (!fs::exists(real, error)) {
    return NotFound("PATH_NOT_FOUND", field,
                    absl::StrCat(std::string(field), ": there is no ", std::string(path)));
  }
  return real.string();
}

}  // namespace widthlab::host
