// The one message that an artifact of some kinds is.
//
//   ASSIGN_OR_RETURN(const Sensitivity sensitivity,
//                    ReadResult<Sensitivity>(connection, artifact,
//                                            artifact::v1::ARTIFACT_KIND_SENSITIVITY,
//                                            "sensitivity"));
#ifndef WIDTHLAB_CLIENTS_CPP_READ_RESULT_H_
#define WIDTHLAB_CLIENTS_CPP_READ_RESULT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/download.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::client {

// File NAME.json. INVALID_ARGUMENT on the field NAME in capitals for an artifact of another kind.
template <typename Message>
absl::StatusOr<Message> ReadResult(const Connection& connection,
                                   const artifact::v1::Artifact& artifact,
                                   artifact::v1::ArtifactKind kind, const std::string& name) {
  const std::string wanted = absl::StrCat(name, ".json");
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (artifact.manifest().kind() != kind || file.name() != wanted) continue;
    ASSIGN_OR_RETURN(const std::string json, ReadFile(connection, file));
    Message message;
    RETURN_IF_ERROR(WithContext(spec::ParseJson(json, message), wanted));
    return message;
  }
  return InvalidField(absl::AsciiStrToUpper(name),
                      artifact::v1::ArtifactKind_Name(artifact.manifest().kind()),
                      absl::StrCat("the id of an artifact of that kind; `widthctl artifact list "
                                   "--kind ",
                                   name, "` has them"));
}

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_READ_RESULT_H_
