#include "services/schedule/core/families/shape_families.h"

#include <utility>
#include <vector>

#include "common/status/macros.h"
#include "services/schedule/core/families/match_shape.h"
#include "services/schedule/core/families/tapers.h"

namespace widthlab::schedule {
namespace {

absl::StatusOr<FamilyResult> Matched(const std::vector<double>& shape, const WidthBudget& budget) {
  ASSIGN_OR_RETURN(MatchedWidths matched, MatchShape(shape, budget));
  return FamilyResult{.targets = std::move(matched.targets), .widths = std::move(matched.widths)};
}

}  // namespace

absl::StatusOr<FamilyResult> MakeUniform(const FamilyInput& input) {
  const WidthBudget& budget = input.budget;
  FamilyResult result;
  result.targets.assign(budget.layers(), static_cast<double>(budget.uniform_width));
  result.widths.assign(budget.layers(), budget.uniform_width);
  return result;
}

absl::StatusOr<FamilyResult> MakeCosineTaper(const FamilyInput& input) {
  const v1::CosineTaperFamily& options = input.spec.cosine_taper();
  return Matched(CosineTaper(input.budget.layers(), {options.start(), options.end()}),
                 input.budget);
}

}  // namespace widthlab::schedule
