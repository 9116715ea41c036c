#include "services/orchestrator/core/pipeline/input_kinds.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"
#include "services/orchestrator/core/figures/words.h"

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

}  // namespace widthlab::pipeline
