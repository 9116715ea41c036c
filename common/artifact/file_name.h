// Names of files inside an artifact.
#ifndef WIDTHLAB_COMMON_ARTIFACT_FILE_NAME_H_
#define WIDTHLAB_COMMON_ARTIFACT_FILE_NAME_H_

#include <string_view>

namespace widthlab::artifact {

// Relative, UTF-8, '/' between parts, no empty, "." or ".." part, no control characters, at most
// 1024 bytes.
bool IsFileName(std::string_view name);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_FILE_NAME_H_
