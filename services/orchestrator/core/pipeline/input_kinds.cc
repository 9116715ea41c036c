#include "services/orchestrator/core/pipeline/input_kinds.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {

absl::Status CheckKind(const spec::InputReference& input, artifact::v1::ArtifactKind kind,
                       std::string_view what) {
  if (std::find(input.kinds.begin(), input.kinds.end(), kind) != input.kinds.end()) {
    return absl::OkStatus();
  }
  std::vector<std::string> allowed;
  for (const artifact::v1::ArtifactKind one : input.kinds) allowed.push_back(ArtifactWord(one));
  const std::string either = absl::StrJoin(allowed, " or ");
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "WRONG_KIND",
                    .field = input.field,
                    .metadata = {{"value", input.id}, {"allowed", either}}},
                   absl::StrCat(input.field, " is ", std::string(what), ", of kind ",
                                ArtifactWord(kind), ", but must be of kind ", either));
}

absl::StatusOr<std::string> FullId(const spec::InputReference& input,
                                   artifact::ArtifactStore& store) {
  if (ReferencedStep(input.id).has_value()) return input.id;
  const absl::StatusOr<artifact::v1::Artifact> artifact = store.Get(input.id);
  if (absl::IsNotFound(artifact.status())) {
    return NotFound(
        "ARTIFACT_NOT_FOUND", input.field,
        absl::StrCat(input.field, " is \"", input.id, "\", but there is no such artifact"));
  }
  RETURN_IF_ERROR(artifact.status());
  RETURN_IF_ERROR(
      CheckKind(input, artifact->manifest().kind(), absl::StrCat("artifact ", artifact->id())));
  return artifact->id();
}

}  // namespace widthlab::pipeline
