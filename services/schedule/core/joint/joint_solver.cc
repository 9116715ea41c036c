#include "services/schedule/core/joint/joint_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

constexpr int kInnerSteps = 300;
constexpr int kOuterSteps = 300;

// Layer l's best FFN width beside a residual width, at log mu = x.
double BestFfn(const JointProblem& p, size_t l, double residual, double x) {
  const double a = p.exponent[l];
  const double log_ratio =
      std::log(a * p.work[l] / (p.ffn_reference * p.product_cost[l])) - x - std::log(residual);
  return std::clamp(p.ffn_reference * std::exp(log_ratio / (a + 1)), p.ffn_floor[l], p.ffn_cap[l]);
}

// The slope of the layer's Lagrangian in log d, FFN width at its best, over mu; and its own slope.
struct Slope {
  double value;
  double change;
};

Slope SlopeAt(const JointProblem& p, size_t l, double residual, double x) {
  const double w = BestFfn(p, l, residual, x);
  const bool free = w > p.ffn_floor[l] && w < p.ffn_cap[l];
  const double need = p.need_exponent * NeedTerm(p, l, residual) * std::exp(-x);
  const double square = p.square_cost[l] * residual * residual;
  const double product = p.product_cost[l] * residual * w;
  const double linear = p.linear_cost[l] * residual;
  const double share = free ? p.exponent[l] / (p.exponent[l] + 1) : 1;
  return {2 * square + product + linear - need,
          4 * square + share * product + linear + p.need_exponent * need};
}

// Layer l's best residual width, from a guess: Newton steps in log d between brackets.
double BestResidual(const JointProblem& p, size_t l, double guess, double x) {
  double low = p.residual_floor[l];
  double high = std::min(p.residual_cap[l], 1e300);
  if (SlopeAt(p, l, low, x).value >= 0) return low;
  if (std::isfinite(p.residual_cap[l]) && SlopeAt(p, l, high, x).value <= 0) return high;
  double d = std::clamp(guess, low, high);
  for (int i = 0; i < kInnerSteps; ++i) {
    const Slope slope = SlopeAt(p, l, d, x);
    const double step = std::clamp(-slope.value / slope.change, -4.0, 4.0);
    if (std::fabs(step) <= 1e-16) return d;
    (step < 0 ? high : low) = d;
    double next = d * std::exp(step);
    if (next == d) return d;
    if (!(next > low && next < high)) next = std::sqrt(low) * std::sqrt(high);
    if (!(next > low && next < high)) return d;
    d = next;
  }
  return d;
}

// Puts both widths of every layer to their best at log mu = x. Returns log(cost / P).
double MoveTo(const JointProblem& p, double x, JointWidths& widths) {
  for (size_t l = 0; l < p.layers(); ++l) {
    widths.residual[l] = BestResidual(p, l, widths.residual[l], x);
    widths.ffn[l] = BestFfn(p, l, widths.residual[l], x);
  }
  return static_cast<double>(std::log(JointCost(p, widths.ffn, widths.residual) / p.budget));
}

// A log mu near the answer: what the uniform widths save by one more parameter of the FFN.
double FirstGuess(const JointProblem& p) {
  double saving = 0, cost = 0;
  for (size_t l = 0; l < p.layers(); ++l) {
    saving += p.exponent[l] * p.work[l];
    cost += p.product_cost[l] * p.residual_reference * p.ffn_reference;
  }
  return std::log(saving / cost);
}

// Bisection and false position by turns, so that a flat end cannot stall it.
double FindMultiplier(const JointProblem& p, JointWidths& widths) {
  double low = FirstGuess(p);  // excess > 0: too much is used
  double high = low;
  double excess = MoveTo(p, low, widths);
  double low_excess = excess, high_excess = excess;
  for (double step = 1; low_excess < 0 && step < 1e4; step *= 2) {
    low -= step;
    low_excess = MoveTo(p, low, widths);
  }
  for (double step = 1; high_excess > 0 && step < 1e4; step *= 2) {
    high += step;
    high_excess = MoveTo(p, high, widths);
  }
  for (int i = 0; i < kOuterSteps && low < high; ++i) {
    double x = low + (high - low) * low_excess / (low_excess - high_excess);
    if (i % 3 == 2 || !(x > low && x < high)) x = low + (high - low) / 2;
    if (!(x > low && x < high)) break;
    excess = MoveTo(p, x, widths);
    if (excess > 0) {
      low = x;
      low_excess = excess;
    } else {
      high = x;
      high_excess = excess;
    }
    if (std::fabs(excess) <= 1e-15) break;
  }
  const double best = std::fabs(low_excess) <= std::fabs(high_excess) ? low : high;
  MoveTo(p, best, widths);
  return best;
}

// Adds one width's evidence; `excess` is g / mu - 1.
Bound Judge(double width, double floor, double cap, double excess, JointCertificate& out) {
  if (width <= floor) {
    out.complementarity_residual = std::max(out.complementarity_residual, excess);
    return Bound::kFloor;
  }
  if (width >= cap) {
    out.complementarity_residual = std::max(out.complementarity_residual, -excess);
    return Bound::kCap;
  }
  out.stationarity_residual = std::max(out.stationarity_residual, std::fabs(excess));
  return Bound::kNone;
}

}  // namespace

JointCertificate CertifyJoint(const JointProblem& p, JointWidths& widths) {
  JointCertificate out;
  const double mu = widths.multiplier;
  widths.ffn_bounds.resize(p.layers());
  widths.residual_bounds.resize(p.layers());
  for (size_t l = 0; l < p.layers(); ++l) {
    const double w = widths.ffn[l], d = widths.residual[l];
    const double work = WorkTerm(p, l, w), need = NeedTerm(p, l, d);
    out.objective += work + need;
    const double product = p.product_cost[l] * d * w;
    const double d_cost = 2 * p.square_cost[l] * d * d + product + p.linear_cost[l] * d;
    // A width whose floor is its cap accepts any multiplier.
    const bool w_fixed = p.ffn_floor[l] == p.ffn_cap[l];
    const bool d_fixed = p.residual_floor[l] == p.residual_cap[l];
    const double w_excess = w_fixed ? 0 : p.exponent[l] * work / (mu * product) - 1;
    const double d_excess = d_fixed ? 0 : p.need_exponent * need / (mu * d_cost) - 1;
    widths.ffn_bounds[l] = Judge(w, p.ffn_floor[l], p.ffn_cap[l], w_excess, out);
    widths.residual_bounds[l] = Judge(d, p.residual_floor[l], p.residual_cap[l], d_excess, out);
  }
  const double used = static_cast<double>(JointCost(p, widths.ffn, widths.residual) / p.budget - 1);
  out.budget_residual = std::fabs(used);
  return out;
}

absl::StatusOr<JointWidths> SolveJoint(const JointProblem& problem) {
  RETURN_IF_ERROR(CheckJointProblem(problem));
  JointWidths widths;
  widths.ffn.assign(problem.layers(), problem.ffn_reference);
  widths.residual.assign(problem.layers(), problem.residual_reference);
  widths.multiplier = std::exp(FindMultiplier(problem, widths));
  widths.certificate = CertifyJoint(problem, widths);
  return widths;
}

}  // namespace widthlab::schedule
