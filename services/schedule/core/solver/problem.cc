#include "services/schedule/core/solver/problem.h"

#include <cmath>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

std::string Element(const char* list, size_t layer) { return absl::StrCat(list, "[", layer, "]"); }

std::string Shown(double value) { return absl::StrFormat("%.17g", value); }

absl::Status CheckLengths(const WidthProblem& p) {
  const size_t layers = p.layers();
  if (layers == 0 || layers > kMaxLayers) {
    return InvalidField("work", absl::StrCat(layers, " entries"),
                        absl::StrCat("a list of 1 to ", kMaxLayers, " entries"));
  }
  struct Row {
    const char* name;
    size_t length;
  };
  for (const Row& row : {Row{"sensitivity", p.sensitivity.size()},
                         Row{"exponent", p.exponent.size()}, Row{"unit_cost", p.unit_cost.size()},
                         Row{"floor", p.floor.size()}, Row{"cap", p.cap.size()}}) {
    if (row.length != layers) {
      return InvalidField(row.name, absl::StrCat(row.length, " entries"),
                          absl::StrCat("as long as work (", layers, " entries)"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPositive(const char* list, absl::Span<const double> values) {
  for (size_t l = 0; l < values.size(); ++l) {
    if (!(values[l] > 0 && std::isfinite(values[l]))) {
      return InvalidField(Element(list, l), Shown(values[l]), "finite and above 0");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckBounds(const WidthProblem& p) {
  for (size_t l = 0; l < p.layers(); ++l) {
    if (!(p.floor[l] >= 0 && std::isfinite(p.floor[l]))) {
      return InvalidField(Element("floor", l), Shown(p.floor[l]), "finite and at least 0");
    }
    if (!(p.cap[l] > 0)) {
      return InvalidField(Element("cap", l), Shown(p.cap[l]), "above 0");
    }
    if (p.cap[l] < p.floor[l]) {
      return InvalidField(Element("cap", l), Shown(p.cap[l]),
                          absl::StrCat("at least floor[", l, "] (", Shown(p.floor[l]), ")"));
    }
  }
  return absl::OkStatus();
}

// A width of exactly 0 makes the surrogate infinite, so a floor of 0 needs something to spare.
bool SomeFloorIsZero(const WidthProblem& p) {
  for (double floor : p.floor) {
    if (floor == 0) return true;
  }
  return false;
}

absl::Status CheckBudget(const WidthProblem& p) {
  if (!(p.budget > 0 && std::isfinite(p.budget))) {
    return InvalidField("budget", Shown(p.budget), "finite and above 0");
  }
  const long double least = CostAt(p, p.floor);
  const long double most = CostAt(p, p.cap);
  const bool too_small = least > p.budget * (1 + static_cast<long double>(kBudgetSlack));
  const bool too_large = most < p.budget * (1 - static_cast<long double>(kBudgetSlack));
  if (!too_small && !too_large) {
    if (least < p.budget || !SomeFloorIsZero(p)) return absl::OkStatus();
    return InvalidField(
        "budget", Shown(p.budget),
        absl::StrCat("above the sum of unit_cost * floor (", Shown(static_cast<double>(least)),
                     "), since a layer's floor is 0"));
  }
  return InvalidField("budget", Shown(p.budget),
                      absl::StrCat("in [", Shown(static_cast<double>(least)), ", ",
                                   Shown(static_cast<double>(most)),
                                   "], the sums of unit_cost * floor and unit_cost * cap"));
}

}  // namespace

long double CostAt(const WidthProblem& problem, absl::Span<const double> widths) {
  long double total = 0;
  for (size_t l = 0; l < widths.size(); ++l) {
    total += static_cast<long double>(problem.unit_cost[l]) * widths[l];
  }
  return total;
}

double ReferenceWidth(const WidthProblem& problem) {
  if (problem.reference_width != 0) return problem.reference_width;
  long double total = 0;
  for (double cost : problem.unit_cost) total += cost;
  return static_cast<double>(problem.budget / total);
}

absl::Status CheckProblem(const WidthProblem& problem) {
  RETURN_IF_ERROR(CheckLengths(problem));
  RETURN_IF_ERROR(CheckPositive("work", problem.work));
  RETURN_IF_ERROR(CheckPositive("sensitivity", problem.sensitivity));
  RETURN_IF_ERROR(CheckPositive("exponent", problem.exponent));
  RETURN_IF_ERROR(CheckPositive("unit_cost", problem.unit_cost));
  RETURN_IF_ERROR(CheckBounds(problem));
  if (!(problem.reference_width >= 0 && std::isfinite(problem.reference_width))) {
    return InvalidField("reference_width", Shown(problem.reference_width), "finite and above 0");
  }
  return CheckBudget(problem);
}

}  // namespace widthlab::schedule
