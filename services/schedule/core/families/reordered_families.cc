#include "services/schedule/core/families/reordered_families.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/families/reorder.h"

namespace widthlab::schedule {
namespace {

absl::StatusOr<std::vector<int64_t>> BaseWidths(const FamilyInput& input) {
  const v1::Schedule& base = *input.base;
  if (base.residual_widths_size() > 0) {
    return InvalidFieldBecause("base", "it has residual widths; only FFN widths can be reordered");
  }
  if (static_cast<size_t>(base.ffn_widths_size()) != input.budget.layers()) {
    return InvalidField("base", absl::StrCat("a schedule of ", base.ffn_widths_size(), " layers"),
                        absl::StrCat("one of ", input.budget.layers(), ", as many as the model"));
  }
  return std::vector<int64_t>(base.ffn_widths().begin(), base.ffn_widths().end());
}

FamilyResult AsGiven(std::vector<int64_t> widths) {
  FamilyResult result;
  result.targets.assign(widths.begin(), widths.end());
  result.widths = std::move(widths);
  return result;
}

}  // namespace

absl::StatusOr<FamilyResult> MakeReversed(const FamilyInput& input) {
  ASSIGN_OR_RETURN(std::vector<int64_t> widths, BaseWidths(input));
  return AsGiven(ReversedWidths(std::move(widths)));
}

absl::StatusOr<FamilyResult> MakePermuted(const FamilyInput& input) {
  ASSIGN_OR_RETURN(std::vector<int64_t> widths, BaseWidths(input));
  return AsGiven(PermutedWidths(std::move(widths), input.spec.permuted().seed()));
}

}  // namespace widthlab::schedule
