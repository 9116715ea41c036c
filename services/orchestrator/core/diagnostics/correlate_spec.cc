#include "services/orchestrator/core/diagnostics/correlate_spec.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::pipeline {

absl::Status CheckCorrelateSpec(const v1::CorrelateSpec& spec) {
  std::set<std::string> names;
  for (int m = 0; m < spec.models_size(); ++m) {
    if (names.insert(spec.models(m).name()).second) continue;
    return InvalidFieldBecause(
        absl::StrCat("models[", m, "].name"),
        absl::StrCat("\"", spec.models(m).name(), "\" is the name of two models"));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::pipeline
