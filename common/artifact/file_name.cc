#include "common/artifact/file_name.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "common/spec/json_string.h"

namespace widthlab::artifact {

bool IsFileName(std::string_view name) {
  if (name.empty() || name.size() > 1024 || !spec::IsUtf8(name)) return false;
  if (std::any_of(name.begin(), name.end(),
                  [](unsigned char c) { return absl::ascii_iscntrl(c); })) {
    return false;
  }
  const std::vector<std::string> parts = absl::StrSplit(std::string(name), '/');
  return std::none_of(parts.begin(), parts.end(), [](const std::string& part) {
    return part.empty() || part == "." || part == "..";
  });
}

}  // namespace widthlab::artifact
