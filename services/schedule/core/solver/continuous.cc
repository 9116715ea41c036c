#include "services/schedule/core/solver/continuous.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/types/span.h"
#include "common/status/macros.h"
#include "services/schedule/core/solver/surrogate.h"

namespace widthlab::schedule {
namespace {

constexpr int kMaxIterations = 500;

// On the logarithm of the free layers' share. The last correction squares it.
constexpr double kCloseEnough = 2e-13;

// Steps in x after which the widths need no new exponential.
constexpr double kSmallStep = 1e-3;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The interval of x = log mu in which the root lies, narrowed by every evaluation.
class Bracket {
 public:
  void Narrow(double x, bool uses_too_much) {
    const double before = high_ - low_;
    (uses_too_much ? low_ : high_) = x;
    slow_steps_ = high_ - low_ > 0.5 * before ? slow_steps_ + 1 : 0;
  }

  // `proposal` where it lies inside and the bracket shrinks fast enough, else a point that is sure
  // to shrink it: the middle, or, while one end is unknown, ever larger strides from the other.
  double Next(double proposal) {
    const bool bounded = std::isfinite(low_) && std::isfinite(high_);
    const bool inside = proposal > low_ && proposal < high_;
    if (inside && (!bounded || slow_steps_ < 3)) return proposal;
    slow_steps_ = 0;
    if (bounded) return low_ + 0.5 * (high_ - low_);
    stride_ *= 2;
    return std::isfinite(low_) ? low_ + stride_ : high_ - stride_;
  }

  // No number lies between the ends.
  bool Collapsed() const { return std::nextafter(low_, high_) >= high_; }

 private:
  double low_ = -kInfinity;
  double high_ = kInfinity;
  double stride_ = 0.5;
  int slow_steps_ = 0;
};

// mu where no layer is free: it only has to lie above the marginal of every layer at its floor and
// below that of every layer at its cap. Layers whose bounds are equal accept any mu.
double LogMultiplierWithoutFreeLayers(const WidthProblem& p, absl::Span<const double> widths) {
  const double reference = ReferenceWidth(p);
  double low = -kInfinity;
  double high = kInfinity;
  double pinned = -kInfinity;
  for (size_t l = 0; l < widths.size(); ++l) {
    const double marginal = LogMarginal(p, reference, l, widths[l]);
    if (p.floor[l] == p.cap[l]) {
      pinned = std::max(pinned, marginal);
    } else if (widths[l] <= p.floor[l]) {
      low = std::max(low, marginal);
    } else {
      high = std::min(high, marginal);
    }
  }
  if (low > -kInfinity) return low;
  return high < kInfinity ? high : pinned;
}

bool AnyFree(const WidthProblem& p, absl::Span<const double> widths) {
  for (size_t l = 0; l < widths.size(); ++l) {
    if (widths[l] > p.floor[l] && widths[l] < p.cap[l]) return true;
  }
  return false;
}

// The budget leaves no choice: every layer at its floor, or every layer at its cap.
bool WriteForcedWidths(const WidthProblem& p, WidthSolution* solution) {
  for (absl::Span<const double> ends : {p.floor, p.cap}) {
    const long double gap = CostAt(p, ends) - p.budget;
    // Beyond the budget by no more than the slack of CheckProblem, or exactly at it.
    const bool forced = ends.data() == p.floor.data() ? gap >= 0 : gap <= 0;
    if (!forced) continue;
    solution->widths.assign(ends.begin(), ends.end());
    return true;
  }
  return false;
}

}  // namespace

void ContinuousSolver::Prepare(const WidthProblem& p) {
  const double log_reference = std::log(ReferenceWidth(p));
  intercept_.resize(p.layers());
  slope_.resize(p.layers());
  for (size_t l = 0; l < p.layers(); ++l) {
    slope_[l] = 1 / (p.exponent[l] + 1);
    const double log_scale = LogScale(p, l) - log_reference;
    intercept_[l] = log_reference + slope_[l] * log_scale;
  }
}

void ContinuousSolver::MoveTo(double x) {
  for (size_t l = 0; l < unclipped_.size(); ++l) {
    unclipped_[l] = std::exp(intercept_[l] - slope_[l] * x);
  }
}

// The factor exp(-slope step) by its series, whose fifth term is below 1e-17 for small steps.
void ContinuousSolver::MoveBy(double step) {
  for (size_t l = 0; l < unclipped_.size(); ++l) {
    const double y = -slope_[l] * step;
    unclipped_[l] *= 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4)));
  }
}

ContinuousSolver::Usage ContinuousSolver::Clip(const WidthProblem& p,
                                               absl::Span<double> widths) const {
  Usage usage;
  for (size_t l = 0; l < p.layers(); ++l) {
    const double w = std::clamp(unclipped_[l], p.floor[l], p.cap[l]);
    const long double cost = static_cast<long double>(p.unit_cost[l]) * w;
    widths[l] = w;
    if (w > p.floor[l] && w < p.cap[l]) {
      usage.free += cost;
      usage.slope += static_cast<double>(cost) * slope_[l];
    } else {
      usage.fixed += cost;
    }
  }
  return usage;
}

double ContinuousSolver::FirstGuess(const WidthProblem& p) const {
  const double log_mean = std::log(ReferenceWidth(p));
  double sum = 0;
  for (size_t l = 0; l < p.layers(); ++l) sum += (intercept_[l] - log_mean) / slope_[l];
  return sum / static_cast<double>(p.layers());
}

double ContinuousSolver::FindRoot(const WidthProblem& p, WidthSolution* solution) {
  const absl::Span<double> widths = absl::MakeSpan(solution->widths);
  Bracket bracket;
  double x = FirstGuess(p);
  MoveTo(x);
  for (;;) {
    const Usage usage = Clip(p, widths);
    ++solution->iterations;
    const long double target = p.budget - usage.fixed;  // for the free layers
    double step = kInfinity;
    double log_ratio = kInfinity;
    if (usage.free > 0 && target > 0 && std::isfinite(static_cast<double>(usage.free))) {
      log_ratio = static_cast<double>(std::log(usage.free / target));
      step = log_ratio * static_cast<double>(usage.free) / usage.slope;
    }
    bracket.Narrow(x, usage.free > target);
    const bool done = std::abs(log_ratio) <= kCloseEnough || usage.free == target ||
                      bracket.Collapsed() || solution->iterations >= kMaxIterations;
    if (done) return x + SpreadRest(p, usage, widths);
    const double next = bracket.Next(x + step);
    if (std::abs(next - x) <= kSmallStep) {
      MoveBy(next - x);
    } else {
      MoveTo(next);
    }
    x = next;
  }
}

double ContinuousSolver::SpreadRest(const WidthProblem& p, const Usage& usage,
                                    absl::Span<double> widths) const {
  if (!(usage.free > 0 && std::isfinite(usage.slope))) return 0;
  const double step = static_cast<double>(usage.fixed + usage.free - p.budget) / usage.slope;
  for (size_t l = 0; l < p.layers(); ++l) {
    const double w = widths[l];
    if (!(w > p.floor[l] && w < p.cap[l])) continue;
    widths[l] = std::clamp(w - w * slope_[l] * step, p.floor[l], p.cap[l]);
  }
  return step;
}

absl::Status ContinuousSolver::Solve(const WidthProblem& problem, WidthSolution* solution) {
  RETURN_IF_ERROR(CheckProblem(problem));
  solution->iterations = 0;
  if (!WriteForcedWidths(problem, solution)) {
    Prepare(problem);
    unclipped_.resize(problem.layers());
    solution->widths.resize(problem.layers());
    solution->log_multiplier = FindRoot(problem, solution);
  }
  if (!AnyFree(problem, solution->widths)) {
    solution->log_multiplier = LogMultiplierWithoutFreeLayers(problem, solution->widths);
  }
  solution->multiplier = std::exp(solution->log_multiplier);
  solution->bounds.resize(problem.layers());
  solution->certificate = Certify(problem, solution->widths, solution->log_multiplier,
                                  absl::MakeSpan(solution->bounds));
  return absl::OkStatus();
}

}  // namespace widthlab::schedule
