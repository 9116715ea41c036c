#include "services/schedule/core/families/width_budget.h"

#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

absl::Status CheckBounds(const WidthBounds& bounds, int64_t width) {
  if (bounds.quantum < 1 || bounds.quantum > width) {
    return InvalidField("quantum", absl::StrCat(bounds.quantum),
                        absl::StrCat("in [1, ", width, "], the uniform width"));
  }
  const int64_t q = bounds.quantum;
  if (bounds.floor.has_value()) {
    const int64_t most = width / q * q;
    if (*bounds.floor < 0 || *bounds.floor > most) {
      return InvalidField("floor", absl::StrCat(*bounds.floor),
                          absl::StrCat("in [0, ", most, "]: rounded up to the quantum (", q,
                                       ") it may not be above the uniform width (", width, ")"));
    }
  }
  if (!bounds.cap.has_value()) return absl::OkStatus();
  if (*bounds.cap < width) {
    return InvalidField("cap", absl::StrCat(*bounds.cap),
                        absl::StrCat("at least ", width, ", the uniform width"));
  }
  return absl::OkStatus();
}

}  // namespace

int64_t WidthBudget::Realised(absl::Span<const int64_t> widths) const {
  int64_t total = 0;
  for (size_t l = 0; l < widths.size(); ++l)
    total += static_cast<int64_t>(unit_cost[l]) * widths[l];
  return total;
}

double WidthBudget::Drift(absl::Span<const int64_t> widths) const {
  return (static_cast<double>(Realised(widths)) - parameters) / parameters;
}

absl::StatusOr<WidthBudget> MakeWidthBudget(const architecture::Architecture& uniform,
                                            const WidthBounds& bounds) {
  const int64_t width = uniform.ffn_widths[0];
  RETURN_IF_ERROR(CheckBounds(bounds, width));
  const double cap = bounds.cap.has_value() ? static_cast<double>(*bounds.cap)
                                            : std::numeric_limits<double>::infinity();
  WidthBudget budget;
  budget.quantum = bounds.quantum;
  budget.uniform_width = width;
  for (int64_t l = 0; l < uniform.layers; ++l) {
    budget.unit_cost.push_back(static_cast<double>(architecture::FfnUnitCost(uniform, l)));
    budget.floor.push_back(static_cast<double>(bounds.floor.value_or(bounds.quantum)));
    budget.cap.push_back(cap);
  }
  budget.parameters = static_cast<double>(architecture::UniformFfnParameters(uniform, width));
  return budget;
}

}  // namespace widthlab::schedule
