// Turns the shape of a family into widths of exactly the budget.
//
//   const std::vector<double> shape = CosineTaper(layers, {1.5, 0.5});
//   ASSIGN_OR_RETURN(const MatchedWidths matched, MatchShape(shape, budget));
//
// The shape is scaled by the one factor s for which sum_l c_l clip(s shape_l, floor_l, cap_l) = P,
// and then rounded to the quantum: the widths nearest to it, by sum_l c_l (w - target)^2, among
// those that use the budget up without exceeding it.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_MATCH_SHAPE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_MATCH_SHAPE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/schedule/core/families/width_budget.h"
#include "services/schedule/core/solver/integers.h"

namespace widthlab::schedule {

struct MatchedWidths {
  std::vector<double> targets;  // before rounding
  IntegerWidths integers;
};

// The scaled and clipped shape. Exact up to rounding: the sum is piecewise linear in s, and its
// pieces are walked in order. O(L log L). Requires shape_l >= 0, finite, not all 0.
absl::StatusOr<std::vector<double>> ScaleToBudget(absl::Span<const double> shape,
                                                  const WidthBudget& budget);

// INVALID_ARGUMENT naming "shape" for a negative or non-finite entry, a wrong length, or a shape
// that its bounds cannot bring to the budget.
absl::StatusOr<MatchedWidths> MatchShape(absl::Span<const double> shape, const WidthBudget& budget);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_MATCH_SHAPE_H_
