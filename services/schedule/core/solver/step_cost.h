// What the integer solvers minimise: a convex cost for each layer, known through its steps.
//
// A layer's width is n quanta. Gain(l, n) is what going from n to n + 1 quanta saves; convexity
// means that it does not grow with n. It may be negative (a step that costs).
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_STEP_COST_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_STEP_COST_H_

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "services/schedule/core/solver/problem.h"
#include "services/schedule/core/solver/surrogate.h"

namespace widthlab::schedule {

class StepCost {
 public:
  virtual ~StepCost() = default;
  virtual double Gain(size_t layer, int64_t quanta) const = 0;
  virtual double Cost(size_t layer, int64_t quanta) const = 0;

  // Every step gains, so the best answer uses the budget up without being told to.
  virtual bool AlwaysGains() const = 0;
};

// The surrogate of WidthProblem, which the caller keeps alive.
class SurrogateCost final : public StepCost {
 public:
  SurrogateCost(const WidthProblem& problem, int64_t quantum)
      : problem_(problem),
        reference_width_(ReferenceWidth(problem)),
        quantum_(static_cast<double>(quantum)) {}

  double Gain(size_t l, int64_t n) const override {
    return StepGain(problem_, reference_width_, l, static_cast<double>(n) * quantum_, quantum_);
  }
  double Cost(size_t l, int64_t n) const override {
    const double width = static_cast<double>(n) * quantum_;
    return width == 0 ? HUGE_VAL : Term(problem_, reference_width_, l, width);
  }
  bool AlwaysGains() const override { return true; }

 private:
  const WidthProblem& problem_;
  double reference_width_;
  double quantum_;
};

// sum c_l (w_int - w_l)^2: closeness to given real widths. For families that are a shape rather
// than the answer to a problem.
class ClosenessCost final : public StepCost {
 public:
  ClosenessCost(absl::Span<const double> widths, absl::Span<const double> unit_cost,
                int64_t quantum)
      : widths_(widths), unit_cost_(unit_cost), quantum_(static_cast<double>(quantum)) {}

  double Gain(size_t l, int64_t n) const override {
    return unit_cost_[l] * quantum_ *
           (2 * (widths_[l] - static_cast<double>(n) * quantum_) - quantum_);
  }
  double Cost(size_t l, int64_t n) const override {
    const double miss = static_cast<double>(n) * quantum_ - widths_[l];
    return unit_cost_[l] * miss * miss;
  }
  bool AlwaysGains() const override { return false; }

 private:
  absl::Span<const double> widths_;
  absl::Span<const double> unit_cost_;
  double quantum_;
};

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_STEP_COST_H_
