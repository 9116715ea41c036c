#include "common/job/step_registry.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"

namespace widthlab::job {

void StepRegistry::Add(Step step) {
  std::string kind = step.kind;
  steps_.insert_or_assign(std::move(kind), std::move(step));
}

absl::StatusOr<const Step*> StepRegistry::Find(std::string_view kind) const {
  if (const auto it = steps_.find(kind); it != steps_.end()) return &it->second;
  return NotFound("UNKNOWN_STEP", "kind",
                  absl::StrCat("there is no step \"", std::string(kind),
                               "\" here; there are: ", absl::StrJoin(Kinds(), ", ")));
}

std::vector<std::string> StepRegistry::Kinds() const {
  std::vector<std::string> kinds;
  for (const auto& [kind, step] : steps_) kinds.push_back(kind);
  return kinds;
}

}  // namespace widthlab::job
