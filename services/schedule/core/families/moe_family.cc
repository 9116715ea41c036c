#include "services/schedule/core/families/moe_family.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/families/match_shape.h"

namespace widthlab::schedule {
namespace {

absl::Status CheckBase(const FamilyInput& input) {
  const v1::MoeFamily& options = input.spec.moe();
  if (options.top_k() > options.experts()) {
    return InvalidField("top_k", absl::StrCat(options.top_k()),
                        absl::StrCat("in [1, ", options.experts(), "], the experts"));
  }
  const size_t layers = input.budget.layers();
  const v1::Schedule& base = *input.base;
  if (static_cast<size_t>(base.ffn_widths_size()) != layers) {
    return InvalidField("base", absl::StrCat("a schedule of ", base.ffn_widths_size(), " layers"),
                        absl::StrCat("one of ", layers, ", as many as the model"));
  }
  if (base.attention_widths_size() > 0 || base.experts() > 0) {
    return InvalidFieldBecause("base",
                               "its blocks are no plain FFNs whose widths experts can take");
  }
  return absl::OkStatus();
}

// Whether the base was made for this model with one FFN in place of the bank.
bool SameBudget(const FamilyInput& input) {
  const double dense = input.budget.parameters / input.spec.moe().experts();
  return static_cast<double>(input.base->budget_parameters()) == dense &&
         input.base->architecture().hidden_size() == input.spec.architecture().hidden_size();
}

}  // namespace

absl::StatusOr<FamilyResult> MakeMoe(const FamilyInput& input) {
  RETURN_IF_ERROR(CheckBase(input));
  const v1::Schedule& base = *input.base;
  const std::vector<double> shape(base.ffn_widths().begin(), base.ffn_widths().end());
  FamilyResult result;
  if (base.residual_widths_size() > 0 || SameBudget(input)) {
    result.targets = shape;
    result.widths.assign(base.ffn_widths().begin(), base.ffn_widths().end());
    result.residual_widths.assign(base.residual_widths().begin(), base.residual_widths().end());
    return result;
  }
  ASSIGN_OR_RETURN(MatchedWidths matched, MatchShape(shape, input.budget));
  result.targets = std::move(matched.targets);
  result.rounding = RoundingOf("closeness", matched.integers);
  result.widths = std::move(matched.integers.widths);
  return result;
}

}  // namespace widthlab::schedule
