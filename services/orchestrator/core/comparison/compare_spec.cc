#include "services/orchestrator/core/comparison/compare_spec.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::pipeline {

absl::Status CheckCompareSpec(const v1::CompareSpec& spec) {
  std::set<std::string> names;
  for (int a = 0; a < spec.arms_size(); ++a) {
    const v1::ArmSpec& arm = spec.arms(a);
    const std::string field = absl::StrCat("arms[", a, "]");
    if (!names.insert(arm.name()).second) {
      return InvalidFieldBecause(absl::StrCat(field, ".name"),
                                 absl::StrCat("\"", arm.name(), "\" is the name of two arms"));
    }
    if (arm.runs_size() != spec.seeds_size()) {
      return InvalidField(absl::StrCat(field, ".runs"), absl::StrCat(arm.runs_size(), " runs"),
                          absl::StrCat("one run for each of the ", spec.seeds_size(), " seeds"));
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::pipeline
