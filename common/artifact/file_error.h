// What the operating system's error numbers mean for a store.
#ifndef WIDTHLAB_COMMON_ARTIFACT_FILE_ERROR_H_
#define WIDTHLAB_COMMON_ARTIFACT_FILE_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace widthlab::artifact {

// The status of `error` (an errno) met while doing `what` to `path`.
absl::Status FileError(int error, std::string_view what, const std::string& path);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_FILE_ERROR_H_
