#include "clients/cpp/correlations_client.h"

#include <string>

#include "clients/cpp/download.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::client {

absl::StatusOr<pipeline::v1::Correlations> ReadCorrelations(
    const Connection& connection, const artifact::v1::Artifact& artifact) {
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (file.name() != "correlations.json") continue;
    ASSIGN_OR_RETURN(const std::string json, ReadFile(connection, file));
    pipeline::v1::Correlations correlations;
    RETURN_IF_ERROR(WithContext(spec::ParseJson(json, correlations), "correlations.json"));
    return correlations;
  }
  return InvalidField("CORRELATIONS", artifact::v1::ArtifactKind_Name(artifact.manifest().kind()),
                      "the id of an artifact with correlations.json, which `widthctl correlate "
                      "run` makes");
}

}  // namespace widthlab::client
