#include "services/schedule/core/solver/lattice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

// Doubles hold every integer up to here.
constexpr double kExactIntegers = 0x1p53;

// Steps that a greedy solver may have to take one by one.
constexpr double kMostQuanta = 0x1p30;

// Greatest common divisor of the unit costs, or 0 where one is not an integer.
int64_t CommonDivisor(absl::Span<const double> unit_cost) {
  int64_t divisor = 0;
  for (double cost : unit_cost) {
    if (cost != std::floor(cost) || cost > kExactIntegers) return 0;
    divisor = std::gcd(divisor, static_cast<int64_t>(cost));
  }
  return divisor;
}

absl::Status CheckQuantum(const LatticeBounds& bounds, int64_t quantum) {
  const double cheapest = *std::min_element(bounds.unit_cost.begin(), bounds.unit_cost.end());
  const double most = std::floor(bounds.budget / cheapest);
  const double least = std::max(1.0, std::ceil(bounds.budget / cheapest / kMostQuanta));
  const double asked = static_cast<double>(quantum);
  if (asked >= least && asked <= most) return absl::OkStatus();
  return InvalidField(
      "quantum", absl::StrCat(quantum),
      absl::StrFormat("in [%.17g, %.17g]: the budget is to hold at least one quantum, and at most "
                      "2^30",
                      least, most));
}

absl::Status Unaffordable(const Lattice& lattice, double budget, long double least_cost) {
  const double missing = static_cast<double>(least_cost - budget);
  const double step = *std::max_element(lattice.step_cost.begin(), lattice.step_cost.end());
  std::string message =
      absl::StrFormat("is %.17g, but the floors rounded up to the quantum of %d cost %.17g", budget,
                      lattice.quantum, static_cast<double>(least_cost));
  if (missing <= step) {
    absl::StrAppend(&message, absl::StrFormat(", within one quantum: raise the budget by %.17g, "
                                              "or lower a floor or the quantum",
                                              missing));
  }
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "INVALID_FIELD",
                    .field = "budget",
                    .metadata = {{"value", absl::StrFormat("%.17g", budget)},
                                 {"allowed", absl::StrFormat("at least %.17g",
                                                             static_cast<double>(least_cost))}}},
                   absl::StrCat("budget ", message));
}

absl::Status FillBounds(const LatticeBounds& bounds, Lattice& lattice) {
  const double q = static_cast<double>(lattice.quantum);
  for (size_t l = 0; l < bounds.unit_cost.size(); ++l) {
    const bool absent = bounds.cap[l] == 0;
    lattice.step_cost.push_back(bounds.unit_cost[l] * q);
    // No layer can hold more than the whole budget, so an infinite cap needs no case of its own.
    const double affordable = std::floor(bounds.budget / lattice.step_cost[l]);
    lattice.most.push_back(
        static_cast<int64_t>(std::min(std::floor(bounds.cap[l] / q), affordable)));
    const double least = std::ceil(bounds.floor[l] / q);
    if (least > std::floor(bounds.cap[l] / q)) {
      return InvalidField(absl::StrCat("floor[", l, "]"), absl::StrFormat("%.17g", bounds.floor[l]),
                          absl::StrFormat("such that a multiple of the quantum (%d) lies between "
                                          "it and cap[%d] (%.17g)",
                                          lattice.quantum, l, bounds.cap[l]));
    }
    lattice.least.push_back(
        std::max(absent ? 0 : bounds.least_quanta, static_cast<int64_t>(std::min(least, 0x1p53))));
    if (lattice.least[l] > std::floor(bounds.cap[l] / q)) {
      return InvalidField(absl::StrCat("cap[", l, "]"), absl::StrFormat("%.17g", bounds.cap[l]),
                          absl::StrCat("at least one quantum (", lattice.quantum, ")"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Lattice> MakeLattice(const LatticeBounds& bounds, int64_t quantum) {
  RETURN_IF_ERROR(CheckQuantum(bounds, quantum));
  Lattice lattice;
  lattice.quantum = quantum;
  RETURN_IF_ERROR(FillBounds(bounds, lattice));

  lattice.budget = bounds.budget;
  lattice.unit = static_cast<double>(CommonDivisor(bounds.unit_cost)) * quantum;
  if (lattice.unit > 0) {
    lattice.budget = std::floor(bounds.budget / lattice.unit) * lattice.unit;
  }
  lattice.equal_costs = std::all_of(lattice.step_cost.begin(), lattice.step_cost.end(),
                                    [&](double c) { return c == lattice.step_cost[0]; });
  long double least_cost = 0;
  for (size_t l = 0; l < lattice.layers(); ++l) {
    least_cost += static_cast<long double>(lattice.least[l]) * lattice.step_cost[l];
  }
  if (least_cost > bounds.budget) return Unaffordable(lattice, bounds.budget, least_cost);
  lattice.spare = lattice.budget - least_cost;
  return lattice;
}

}  // namespace widthlab::schedule
