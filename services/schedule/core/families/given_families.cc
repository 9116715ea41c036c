#include "services/schedule/core/families/given_families.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::schedule {

absl::StatusOr<FamilyResult> MakeUniform(const FamilyInput& input) {
  const WidthBudget& budget = input.budget;
  FamilyResult result;
  result.targets.assign(budget.layers(), static_cast<double>(budget.uniform_width));
  result.widths.assign(budget.layers(), budget.uniform_width);
  return result;
}

absl::StatusOr<FamilyResult> MakeExplicit(const FamilyInput& input) {
  const auto& widths = input.spec.explicit_().ffn_widths();
  if (static_cast<size_t>(widths.size()) != input.budget.layers()) {
    return InvalidField("ffn_widths", absl::StrCat(widths.size(), " entries"),
                        absl::StrCat("one entry a layer (", input.budget.layers(), ")"));
  }
  FamilyResult result;
  result.targets.assign(widths.begin(), widths.end());
  result.widths.assign(widths.begin(), widths.end());
  return result;
}

}  // namespace widthlab::schedule
