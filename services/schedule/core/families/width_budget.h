// What every family of schedules is matched to: the FFN parameters of a uniform model, and the
// bounds and the quantum of its widths.
//
//   ASSIGN_OR_RETURN(const WidthBudget budget, MakeWidthBudget(uniform_model, {.quantum = 64}));
//   budget.parameters;   // sum of c_l * W
//
// Reusing one budget for all families is what makes their schedules comparable.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_WIDTH_BUDGET_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_WIDTH_BUDGET_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"

namespace widthlab::schedule {

struct WidthBounds {
  int64_t quantum = 64;
  std::optional<int64_t> floor = {};  // one quantum where left out
  std::optional<int64_t> cap = {};    // none where left out
};

struct WidthBudget {
  std::vector<double> unit_cost;  // c_l, parameters of one hidden unit
  std::vector<double> floor;
  std::vector<double> cap;  // infinite for none
  double parameters = 0;    // P
  int64_t quantum = 64;
  int64_t uniform_width = 0;

  size_t layers() const { return unit_cost.size(); }

  // sum of c_l * width_l, exact.
  int64_t Realised(absl::Span<const int64_t> widths) const;

  // (realised - P) / P.
  double Drift(absl::Span<const int64_t> widths) const;
};

// `uniform` has one FFN width W everywhere. INVALID_ARGUMENT naming quantum, floor or cap, its
// value and the interval: all three must leave room for W, so that the uniform model is feasible.
absl::StatusOr<WidthBudget> MakeWidthBudget(const architecture::Architecture& uniform,
                                            const WidthBounds& bounds);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_WIDTH_BUDGET_H_
