// Names under which clients ask for artifacts.
//
//   ASSIGN_OR_RETURN(const std::string digits, ReadArtifactName("artifacts/0123abcd..."));
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_NAME_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_NAME_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::artifact {

// "artifacts/{id}".
std::string ArtifactName(std::string_view id);

// The digits of "artifacts/{id}", an id, or the first digits (at least 4) of one.
// INVALID_ARGUMENT for anything else.
absl::StatusOr<std::string> ReadArtifactName(std::string_view name);

// NOT_FOUND ARTIFACT_NOT_FOUND.
absl::Status ArtifactNotFound(std::string_view field, std::string_view id);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_NAME_H_
