#include "services/orchestrator/web/pages/artifact_file.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::web {
namespace {

constexpr int64_t kLargestFile = int64_t{64} << 20;

}  // namespace

absl::Status ReadInto(artifact::ArtifactStore& store, const artifact::v1::Artifact& artifact,
                      std::string_view file, google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const artifact::v1::ArtifactFile entry, artifact::FindFile(artifact, file));
  if (entry.size_bytes() > kLargestFile) {
    return MakeError(absl::StatusCode::kResourceExhausted, {.reason = "FILE_TOO_LARGE"},
                     absl::StrCat(std::string(file), " is too large to be shown"));
  }
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, file));
  return WithContext(spec::ParseJson(json, message), file);
}

}  // namespace widthlab::web
