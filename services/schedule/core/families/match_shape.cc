#include "services/schedule/core/families/match_shape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/solver/lattice.h"
#include "services/schedule/core/solver/step_cost.h"

namespace widthlab::schedule {
namespace {

// At factor `at` the cost's slope in the factor changes by `change`.
struct Kink {
  double at;
  long double change;
};

absl::Status CheckShape(absl::Span<const double> shape, const WidthBudget& budget) {
  if (shape.size() != budget.layers()) {
    return InvalidField("shape", absl::StrCat(shape.size(), " entries"),
                        absl::StrCat("one entry a layer (", budget.layers(), ")"));
  }
  for (size_t l = 0; l < shape.size(); ++l) {
    if (!(shape[l] >= 0 && std::isfinite(shape[l]))) {
      return InvalidField(absl::StrCat("shape[", l, "]"), absl::StrCat(shape[l]),
                          "finite and at least 0");
    }
  }
  return absl::OkStatus();
}

absl::Status Unreachable(const WidthBudget& budget, long double reached, const char* bounds) {
  return InvalidFieldBecause("shape",
                             absl::StrCat("its ", bounds, " give ", static_cast<double>(reached),
                                          " parameters, the budget is ", budget.parameters));
}

// Where each layer leaves its floor and reaches its cap, as the factor grows.
std::vector<Kink> SortedKinks(absl::Span<const double> shape, const WidthBudget& budget) {
  std::vector<Kink> kinks;
  for (size_t l = 0; l < shape.size(); ++l) {
    if (shape[l] == 0 || budget.floor[l] == budget.cap[l]) continue;
    const long double slope = static_cast<long double>(budget.unit_cost[l]) * shape[l];
    kinks.push_back({budget.floor[l] / shape[l], slope});
    if (std::isfinite(budget.cap[l])) kinks.push_back({budget.cap[l] / shape[l], -slope});
  }
  std::stable_sort(kinks.begin(), kinks.end(),
                   [](const Kink& a, const Kink& b) { return a.at < b.at; });
  return kinks;
}

}  // namespace

absl::StatusOr<std::vector<double>> ScaleToBudget(absl::Span<const double> shape,
                                                  const WidthBudget& budget) {
  RETURN_IF_ERROR(CheckShape(shape, budget));
  long double cost = 0;  // with every layer at its floor
  for (size_t l = 0; l < shape.size(); ++l) {
    cost += static_cast<long double>(budget.unit_cost[l]) * budget.floor[l];
  }
  if (cost > budget.parameters) return Unreachable(budget, cost, "floors");

  long double slope = 0;
  long double factor = 0;
  int between_bounds = 0;  // layers
  for (const Kink& kink : SortedKinks(shape, budget)) {
    const long double next = cost + slope * (kink.at - factor);
    if (next >= budget.parameters) break;
    cost = next;
    factor = kink.at;
    slope += kink.change;
    between_bounds += kink.change > 0 ? 1 : -1;
  }
  const long double missing = budget.parameters - cost;
  if (between_bounds > 0) {
    factor += missing / slope;
  } else if (missing > 1e-12L * budget.parameters) {
    return Unreachable(budget, cost, "caps");
  }
  std::vector<double> targets(shape.size());
  for (size_t l = 0; l < shape.size(); ++l) {
    targets[l] = std::clamp(static_cast<double>(factor * shape[l]), budget.floor[l], budget.cap[l]);
  }
  return targets;
}

absl::StatusOr<MatchedWidths> MatchShape(absl::Span<const double> shape,
                                         const WidthBudget& budget) {
  MatchedWidths matched;
  ASSIGN_OR_RETURN(matched.targets, ScaleToBudget(shape, budget));
  ASSIGN_OR_RETURN(const Lattice lattice, MakeLattice({.unit_cost = budget.unit_cost,
                                                       .floor = budget.floor,
                                                       .cap = budget.cap,
                                                       .budget = budget.parameters},
                                                      budget.quantum));
  matched.integers =
      SolveIntegers(lattice, ClosenessCost(matched.targets, budget.unit_cost, budget.quantum));
  return matched;
}

}  // namespace widthlab::schedule
