#include "common/artifact/artifact_name.h"

#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/status/error.h"

namespace widthlab::artifact {
namespace {

constexpr std::string_view kPrefix = "artifacts/";
constexpr size_t kLeastDigits = 4;

}  // namespace

std::string ArtifactName(std::string_view id) {
  return absl::StrCat(std::string(kPrefix), std::string(id));
}

absl::StatusOr<std::string> ReadArtifactName(std::string_view name) {
  std::string_view digits = name;
  if (digits.substr(0, kPrefix.size()) == kPrefix) digits.remove_prefix(kPrefix.size());
  if (IsLowerHex(digits) && digits.size() >= kLeastDigits && digits.size() <= 64) {
    return std::string(digits);
  }
  return InvalidField("name", name.empty() ? "empty" : name.substr(0, 80),
                      "the id of an artifact: 64 lower-case hexadecimal digits, or its first 4 "
                      "or more");
}

absl::Status ArtifactNotFound(std::string_view field, std::string_view id) {
  return NotFound("ARTIFACT_NOT_FOUND", field,
                  absl::StrCat("there is no artifact ", std::string(id)));
}

}  // namespace widthlab::artifact
