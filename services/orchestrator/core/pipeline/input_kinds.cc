#include "services/orchestrator/core/pipeline/input_kinds.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "common/status/error.h"

namespace widthlab::pipeline {

std::string KindWord(artifact::v1::ArtifactKind kind) {
  constexpr std::string_view kPrefix = "ARTIFACT_KIND_";
  const std::string name = artifact::v1::ArtifactKind_Name(kind);
  if (name.size() <= kPrefix.size()) return "artifact";
  return absl::StrReplaceAll(absl::AsciiStrToLower(name.substr(kPrefix.size())), {{"_", " "}});
}

absl::Status CheckKind(const spec::InputReference& input, artifact::v1::ArtifactKind kind,
                       std::string_view what) {
  if (std::find(input.kinds.begin(), input.kinds.end(), kind) != input.kinds.end()) {
    return absl::OkStatus();
  }
  std::vector<std::string> allowed;
  for (const artifact::v1::ArtifactKind one : input.kinds) allowed.push_back(KindWord(one));
  const std::string either = absl::StrJoin(allowed, " or ");
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "WRONG_KIND",
                    .field = input.field,
                    .metadata = {{"value", input.id}, {"allowed", either}}},
                   absl::StrCat(input.field, " is ", std::string(what), ", of kind ",
                                KindWord(kind), ", but must be of kind ", either));
}

}  // namespace widthlab::pipeline
