#include "services/geometry/core/transport/gromov_wasserstein.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "absl/types/span.h"
#include "services/geometry/core/transport/assignment.h"
#include "services/geometry/core/transport/coupling_loss.h"
#include "services/geometry/core/transport/gromov_starts.h"
#include "services/geometry/core/transport/permuted_product.h"
#include "services/geometry/core/transport/swap_descent.h"

namespace widthlab::geometry {
namespace {

// Gaps below this share of the mean squared distances are rounding.
constexpr double kGapTolerance = 1e-13;
// How many ends of descents go on by exchanges, unless their loss is this many times the best.
constexpr int32_t kExchangedEnds = 3;
constexpr double kHopeless = 2;

double MeanSquare(const Matrix& m) { return m.size() == 0 ? 0 : m.squaredNorm() / m.size(); }

double LinearValue(const Matrix& cost, absl::Span<const int32_t> permutation) {
  double value = 0;
  for (int64_t i = 0; i < cost.rows(); ++i) value += cost(i, permutation[i]);
  return value;
}

class ConditionalGradient {
 public:
  ConditionalGradient(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
                      int32_t max_iterations, absl::FunctionRef<bool()> cancelled)
      : pool_(pool),
        dx_(dx),
        dy_(dy),
        max_iterations_(max_iterations),
        cancelled_(cancelled),
        tolerance_(kGapTolerance * (MeanSquare(dx) + MeanSquare(dy))),
        product_(pool, dx, dy),
        assignment_(static_cast<int32_t>(dx.rows())) {}

  // Where a start ended.
  struct Descent {
    StartLog log;
    std::vector<int32_t> permutation;
  };

  // Goes downhill from `permutation`; `steps_before` iterations have been made already.
  Descent Descend(std::string name, int32_t steps_before, std::vector<int32_t> permutation) {
    StartLog log;
    log.name = std::move(name);
    log.iterations = steps_before;
    log.loss = PermutationLoss(pool_, dx_, dy_, permutation);
    log.termination = Termination::kConverged;
    const size_t this_descent = ends_.size();
    do {
      const auto [passed, is_new] = descent_through_.emplace(permutation, this_descent);
      if (!is_new) return Join(std::move(log), ends_[passed->second]);
      if (log.iterations >= max_iterations_) {
        log.termination = Termination::kIterationLimit;
        break;
      }
      if (cancelled_()) {
        log.termination = Termination::kCancelled;
        break;
      }
    } while (Step(log, permutation));
    ends_.push_back({std::move(log), std::move(permutation)});
    return ends_.back();
  }

  // Goes on from the best ends by exchanges of two points, and conditional gradient after them, for
  // as long as that leads down. False if cancelled.
  bool ExchangeAtBestEnds() {
    std::vector<int32_t> order = IdentityPermutation(static_cast<int64_t>(ends_.size()));
    std::stable_sort(order.begin(), order.end(),
                     [&](int32_t a, int32_t b) { return ends_[a].log.loss < ends_[b].log.loss; });
    double best = ends_[order[0]].log.loss;
    int32_t exchanged = 0;
    for (const int32_t k : order) {
      Descent& end = ends_[k];
      if (end.log.joined_earlier || end.log.termination != Termination::kConverged) continue;
      if (end.log.loss > kHopeless * best || ++exchanged > kExchangedEnds) break;
      if (!Exchange(end)) return false;
      best = std::min(best, end.log.loss);
    }
    return true;
  }

  const std::vector<Descent>& ends() const { return ends_; }

 private:
  bool Exchange(Descent& end) {
    while (true) {
      std::vector<int32_t> permutation = end.permutation;
      const SwapLog swaps =
          DescendBySwaps(pool_, dx_, dy_, product_, tolerance_, cancelled_, permutation);
      if (swaps.cancelled) return false;
      const double loss = PermutationLoss(pool_, dx_, dy_, permutation);
      if (!(loss < end.log.loss)) return true;
      end.log.loss = loss;
      end.log.exchanges += swaps.swaps;
      bool steps = true;
      while (steps && end.log.iterations < max_iterations_) {
        if (cancelled_()) return false;
        steps = Step(end.log, permutation);
      }
      if (end.log.termination == Termination::kCancelled) return false;
      end.permutation = std::move(permutation);
      if (steps) end.log.termination = Termination::kIterationLimit;
      if (steps || !(end.log.loss < loss)) return true;
    }
  }

  // Everything on the way of a descent that met an earlier one leads to that one's end.
  Descent Join(StartLog log, const Descent& earlier) {
    Descent end{std::move(log), earlier.permutation};
    end.log.loss = earlier.log.loss;
    end.log.gap = earlier.log.gap;
    end.log.termination = earlier.log.termination;
    end.log.joined_earlier = true;
    ends_.push_back(end);
    return end;
  }

  // One product, one assignment, one whole step. False where the permutation is a local optimum, or
  // where it is cancelled, which the log says then.
  bool Step(StartLog& log, std::vector<int32_t>& permutation) {
    const double n = static_cast<double>(dx_.rows());
    ++log.iterations;
    const Matrix* product = product_.NegativeAt(permutation, cancelled_);
    if (product == nullptr || !assignment_.Solve(*product, cancelled_)) {
      log.termination = Termination::kCancelled;
      return false;
    }
    const Matrix& cost = *product;
    const std::vector<int32_t>& target = assignment_.column_of();
    const double fall = LinearValue(cost, permutation) - LinearValue(cost, target);
    log.gap = std::max(0.0, 4 / (n * n) * fall);
    if (log.gap <= tolerance_ || target == permutation) return false;
    const double loss = PermutationLoss(pool_, dx_, dy_, target);
    if (!(loss < log.loss)) return false;
    log.loss = loss;
    permutation = target;
    return true;
  }

  numeric::ThreadPool& pool_;
  const Matrix& dx_;
  const Matrix& dy_;
  const int32_t max_iterations_;
  absl::FunctionRef<bool()> cancelled_;
  const double tolerance_;
  // Both go on from step to step and from start to start: what changes little costs little.
  PermutedProduct product_;
  AssignmentSolver assignment_;
  std::vector<Descent> ends_;                               // of the descents so far
  std::map<std::vector<int32_t>, size_t> descent_through_;  // which came by a permutation first
};

}  // namespace

std::string_view TerminationName(Termination termination) {
  switch (termination) {
    case Termination::kConverged:
      return "converged";
    case Termination::kIterationLimit:
      return "iteration limit";
    case Termination::kCancelled:
      return "cancelled";
  }
  return "";
}

GromovWasserstein SolveGromovWasserstein(numeric::ThreadPool& pool, const Matrix& dx,
                                         const Matrix& dy, const GromovWassersteinParams& params,
                                         absl::FunctionRef<bool()> cancelled) {
  const int64_t n = dx.rows();
  GromovWasserstein result;
  result.identity_loss = PermutationLoss(pool, dx, dy, IdentityPermutation(n));
  ConditionalGradient solver(pool, dx, dy, params.max_iterations, cancelled);
  bool stopped = false;
  const auto start = [&](std::string name, int32_t steps_before, std::vector<int32_t> from) {
    if (stopped) return;
    const ConditionalGradient::Descent end =
        solver.Descend(std::move(name), steps_before, std::move(from));
    stopped = end.log.termination == Termination::kCancelled;
  };
  start("identity", 0, IdentityPermutation(n));
  std::optional<ThirdLowerBound> third;
  if (!stopped && !params.only_identity) {
    third = SolveThirdLowerBound(pool, dx, dy, cancelled);
    stopped = !third.has_value();
  }
  if (third.has_value()) {
    result.lower_bound = third->value;
    start("eccentricity", 0, EccentricityMatching(dx, dy));
    start("tlb", 0, third->permutation);
    start("product", 1, MeanDistanceMatching(dx, dy));
    for (int32_t k = 0; k < params.random_starts; ++k) {
      start("random " + std::to_string(k), 0, RandomPermutation(params.seed, k, n));
    }
    stopped = stopped || !solver.ExchangeAtBestEnds();
  }
  for (const ConditionalGradient::Descent& end : solver.ends()) {
    if (result.starts.empty() || end.log.loss < result.loss) {
      result.best_start = static_cast<int32_t>(result.starts.size());
      result.loss = end.log.loss;
      result.permutation = end.permutation;
    }
    result.starts.push_back(end.log);
  }
  if (stopped) result.starts.back().termination = Termination::kCancelled;
  result.distance = 0.5 * std::sqrt(result.loss);
  // Below every loss by its definition; the minimum keeps it so where both are rounding.
  result.lower_bound = std::min(result.lower_bound, result.loss);
  return result;
}

}  // namespace widthlab::geometry
