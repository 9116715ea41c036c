#include "services/schedule/core/joint/joint_problem.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

absl::Status CheckList(const char* field, const std::vector<double>& list, size_t layers,
                       double least, bool may_be_infinite = false) {
  if (list.size() != layers) {
    return InvalidField(field, absl::StrCat(list.size(), " entries"),
                        absl::StrCat("one entry a layer (", layers, ")"));
  }
  for (size_t l = 0; l < layers; ++l) {
    const bool large_enough = least == 0 ? list[l] >= 0 : list[l] > 0;
    if (large_enough && (may_be_infinite || std::isfinite(list[l]))) continue;
    return InvalidField(absl::StrCat(field, "[", l, "]"), absl::StrCat(list[l]),
                        least == 0 ? "finite and at least 0" : "finite and above 0");
  }
  return absl::OkStatus();
}

absl::Status CheckBounds(const char* field, const std::vector<double>& floor,
                         const std::vector<double>& cap) {
  for (size_t l = 0; l < floor.size(); ++l) {
    if (cap[l] >= floor[l]) continue;
    return InvalidField(absl::StrCat(field, "[", l, "]"), absl::StrCat(cap[l]),
                        absl::StrCat("at least ", floor[l], ", its floor"));
  }
  return absl::OkStatus();
}

absl::Status CheckBudget(const JointProblem& p) {
  const double least = static_cast<double>(JointCost(p, p.ffn_floor, p.residual_floor));
  const double most = static_cast<double>(JointCost(p, p.ffn_cap, p.residual_cap));
  if (p.budget >= least && p.budget <= most) return absl::OkStatus();
  return InvalidField("budget", absl::StrCat(p.budget, " parameters"),
                      absl::StrCat("in [", least, ", ", most,
                                   "], what the floors and the caps of both widths cost"));
}

}  // namespace

long double JointCost(const JointProblem& p, absl::Span<const double> ffn,
                      absl::Span<const double> residual) {
  long double total = 0;
  for (size_t l = 0; l < p.layers(); ++l) {
    const long double d = residual[l];
    total += d * (p.square_cost[l] * d + p.product_cost[l] * static_cast<long double>(ffn[l]) +
                  p.linear_cost[l]);
  }
  return total;
}

double NeedTerm(const JointProblem& p, size_t l, double residual) {
  return p.kappa * p.need[l] *
         std::exp(-p.need_exponent * std::log(residual / p.residual_reference));
}

double WorkTerm(const JointProblem& p, size_t l, double ffn) {
  return p.work[l] * std::exp(-p.exponent[l] * std::log(ffn / p.ffn_reference));
}

double BalancedKappa(const JointProblem& p, double mean_exponent) {
  const double d = p.residual_reference;
  double square = 0, product = 0, linear = 0;
  for (size_t l = 0; l < p.layers(); ++l) {
    square += p.square_cost[l] * d * d;
    product += p.product_cost[l] * d * p.ffn_reference;
    linear += p.linear_cost[l] * d;
  }
  return mean_exponent / p.need_exponent * (2 * square + product + linear) / product;
}

absl::Status CheckJointProblem(const JointProblem& p) {
  const size_t layers = p.layers();
  if (layers == 0) return InvalidField("work", "empty", "one entry a layer");
  RETURN_IF_ERROR(CheckList("work", p.work, layers, 1));
  RETURN_IF_ERROR(CheckList("exponent", p.exponent, layers, 1));
  RETURN_IF_ERROR(CheckList("need", p.need, layers, 1));
  RETURN_IF_ERROR(CheckList("square_cost", p.square_cost, layers, 1));
  RETURN_IF_ERROR(CheckList("product_cost", p.product_cost, layers, 1));
  RETURN_IF_ERROR(CheckList("linear_cost", p.linear_cost, layers, 0));
  RETURN_IF_ERROR(CheckList("floor", p.ffn_floor, layers, 1));
  RETURN_IF_ERROR(CheckList("cap", p.ffn_cap, layers, 1, true));
  RETURN_IF_ERROR(CheckList("residual_floor", p.residual_floor, layers, 1));
  RETURN_IF_ERROR(CheckList("residual_cap", p.residual_cap, layers, 1, true));
  RETURN_IF_ERROR(CheckBounds("cap", p.ffn_floor, p.ffn_cap));
  RETURN_IF_ERROR(CheckBounds("residual_cap", p.residual_floor, p.residual_cap));
  const std::pair<const char*, double> scalars[] = {{"residual_exponent", p.need_exponent},
                                                    {"kappa", p.kappa},
                                                    {"ffn_reference", p.ffn_reference},
                                                    {"residual_reference", p.residual_reference}};
  for (const auto& [field, value] : scalars) {
    if (value > 0 && std::isfinite(value)) continue;
    return InvalidField(field, absl::StrCat(value), "finite and above 0");
  }
  return CheckBudget(p);
}

}  // namespace widthlab::schedule
