#include "services/schedule/core/families/given_families.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {

absl::StatusOr<FamilyResult> MakeUniform(const FamilyInput& input) {
  const WidthBudget& budget = input.budget;
  FamilyResult result;
  result.targets.assign(budget.layers(), static_cast<double>(budget.uniform_width));
  result.widths.assign(budget.layers(), budget.uniform_width);
  return result;
}

namespace {

// The list as it is; empty stays empty.
absl::StatusOr<std::vector<int64_t>> ResidualWidths(const FamilyInput& input) {
  const auto& widths = input.spec.explicit_().residual_widths();
  if (!widths.empty() && static_cast<size_t>(widths.size()) != input.budget.layers()) {
    return InvalidField("residual_widths", absl::StrCat(widths.size(), " entries"),
                        absl::StrCat("empty or one entry a layer (", input.budget.layers(), ")"));
  }
  const int64_t step = 2 * int64_t{input.spec.architecture().heads()};
  for (int l = 0; l < widths.size(); ++l) {
    if (widths[l] % step == 0) continue;
    return InvalidField(absl::StrCat("residual_widths[", l, "]"), absl::StrCat(widths[l]),
                        absl::StrCat("a multiple of ", step, ", twice the heads"));
  }
  return std::vector<int64_t>(widths.begin(), widths.end());
}

}  // namespace

absl::StatusOr<FamilyResult> MakeExplicit(const FamilyInput& input) {
  const auto& widths = input.spec.explicit_().ffn_widths();
  if (static_cast<size_t>(widths.size()) != input.budget.layers()) {
    return InvalidField("ffn_widths", absl::StrCat(widths.size(), " entries"),
                        absl::StrCat("one entry a layer (", input.budget.layers(), ")"));
  }
  FamilyResult result;
  result.targets.assign(widths.begin(), widths.end());
  result.widths.assign(widths.begin(), widths.end());
  ASSIGN_OR_RETURN(result.residual_widths, ResidualWidths(input));
  return result;
}

}  // namespace widthlab::schedule
