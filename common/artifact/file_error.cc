#include "common/artifact/file_error.h"

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "common/artifact/file_system.h"
#include "common/status/error.h"

namespace widthlab::artifact {

absl::Status FileError(int error, std::string_view what, const std::string& path) {
  const std::string text =
      absl::StrCat("cannot ", std::string(what), " ", path, ": ", std::strerror(error));
  const std::string folder = FolderOf(path);
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return MakeError(absl::StatusCode::kResourceExhausted,
                       {.reason = "DISK_FULL", .field = folder},
                       absl::StrCat(text, "; make room in ", folder));
    case EACCES:
    case EPERM:
    case EROFS:
      return MakeError(absl::StatusCode::kPermissionDenied,
                       {.reason = "UNWRITABLE_FOLDER", .field = folder}, text);
    case ENOENT:
      return NotFound("FILE_NOT_FOUND", path, text);
    default:
      return MakeError(absl::StatusCode::kInternal, {.reason = "IO_ERROR", .field = path}, text);
  }
}

}  // namespace widthlab::artifact
