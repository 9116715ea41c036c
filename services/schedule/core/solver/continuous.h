// Solves the allocation problem exactly: real widths, with their certificate.
//
//   ContinuousSolver solver;
//   WidthSolution solution;
//   RETURN_IF_ERROR(solver.Solve(problem, &solution));
//   solution.widths[l];  solution.certificate.stationarity_residual;
//
// For a multiplier mu every layer's best width has a closed form,
//
//   w_l(mu) = clip(w_ref [a_l lambda_l G_l / (w_ref c_l mu)]^(1 / (a_l + 1)), f_l, m_l),
//
// and the budget they use falls as mu grows. So one bracketed root find on x = log mu solves the
// problem: Newton steps on the logarithm of the free layers' share (nearly linear in x), bisection
// where a step leaves the bracket or shrinks it too slowly. Sums are kept in extended precision,
// and a last correction spreads what rounding left over the free layers.
//
// Cost: about seven passes over the layers, most with one exponential each. A solver and a solution
// that are used again for problems that are no longer allocate nothing. Not for use by two threads
// at once; separate solvers are independent. The result depends on the problem only.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_CONTINUOUS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_CONTINUOUS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "services/schedule/core/solver/certificate.h"
#include "services/schedule/core/solver/problem.h"

namespace widthlab::schedule {

struct WidthSolution {
  std::vector<double> widths;
  std::vector<Bound> bounds;

  // mu = -d objective / d budget, the same for every free layer. Where no layer is free, mu may be
  // anything in an interval: then its lower end, or its upper end where the lower is 0.
  double multiplier = 0;
  double log_multiplier = 0;

  Certificate certificate;
  int iterations = 0;
};

class ContinuousSolver {
 public:
  // Fails as CheckProblem does; `solution` is then unspecified.
  absl::Status Solve(const WidthProblem& problem, WidthSolution* solution);

 private:
  // Budget used at one multiplier. The sums are in extended precision, because the free layers'
  // share of the budget may be small.
  struct Usage {
    long double fixed = 0;  // by layers at a bound
    long double free = 0;
    double slope = 0;  // -d free / dx
  };

  void Prepare(const WidthProblem& problem);

  // Puts the unclipped widths to where log mu is x, or moves them by a small step of x.
  void MoveTo(double x);
  void MoveBy(double step);

  // Clips them into `widths` and adds up what these use.
  Usage Clip(const WidthProblem& problem, absl::Span<double> widths) const;

  // Where the layers would have the mean width, on average: exact for a uniform problem.
  double FirstGuess(const WidthProblem& problem) const;

  // log mu, with the widths there in the solution.
  double FindRoot(const WidthProblem& problem, WidthSolution* solution);

  // One more Newton step, taken on the widths themselves because x cannot be finer than its last
  // bit. Returns the step.
  double SpreadRest(const WidthProblem& problem, const Usage& usage,
                    absl::Span<double> widths) const;

  // Unclipped, log w_l = intercept_l - slope_l x.
  std::vector<double> intercept_;
  std::vector<double> slope_;
  std::vector<double> unclipped_;
};

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_CONTINUOUS_H_
