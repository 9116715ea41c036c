#include "services/schedule/core/solver/greedy.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <queue>

namespace widthlab::schedule {
namespace {

// Fewer steps than this are taken singly at once.
constexpr long double kManySteps = 1 << 16;

// A step that could be taken next: from `quanta` to `quanta + 1` in `layer`.
struct Step {
  double rate;  // gain per parameter
  size_t layer;
};

struct ComesLater {
  bool operator()(const Step& a, const Step& b) const {
    if (a.rate != b.rate) return a.rate < b.rate;
    return a.layer > b.layer;
  }
};

double Rate(const Lattice& lattice, const StepCost& cost, size_t layer, int64_t quanta) {
  return cost.Gain(layer, quanta) / lattice.step_cost[layer];
}

// The quanta of each layer after all steps with a rate above `threshold`.
std::vector<int64_t> QuantaAbove(const Lattice& lattice, const StepCost& cost, double threshold) {
  std::vector<int64_t> quanta(lattice.layers());
  for (size_t l = 0; l < lattice.layers(); ++l) {
    int64_t low = lattice.least[l];
    int64_t high = std::max(lattice.most[l], low);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (Rate(lattice, cost, l, middle) > threshold) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    quanta[l] = low;
  }
  return quanta;
}

long double CostAboveLeast(const Lattice& lattice, const std::vector<int64_t>& quanta) {
  long double total = 0;
  for (size_t l = 0; l < quanta.size(); ++l) {
    total += static_cast<long double>(quanta[l] - lattice.least[l]) * lattice.step_cost[l];
  }
  return total;
}

// Doubles in their order, as integers, so that bisection takes at most 64 halvings whatever the
// magnitudes.
int64_t OrderedBits(double value) {
  const int64_t bits = std::bit_cast<int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<int64_t>::min() - bits;
}

double FromOrderedBits(int64_t ordered) {
  return std::bit_cast<double>(ordered >= 0 ? ordered
                                            : std::numeric_limits<int64_t>::min() - ordered);
}

// A prefix of the greedy order that fits the budget and leaves few steps to take singly.
std::vector<int64_t> LongPrefix(const Lattice& lattice, const StepCost& cost) {
  const double cheapest = *std::min_element(lattice.step_cost.begin(), lattice.step_cost.end());
  std::vector<int64_t> best = lattice.least;
  long double left = lattice.spare;
  int64_t low = OrderedBits(-std::numeric_limits<double>::max());  // may cost too much
  int64_t high = OrderedBits(std::numeric_limits<double>::max());
  while (left / cheapest > kManySteps && high - 1 > low) {
    const int64_t middle = low / 2 + high / 2 + (low % 2 + high % 2) / 2;
    std::vector<int64_t> quanta = QuantaAbove(lattice, cost, FromOrderedBits(middle));
    const long double used = CostAboveLeast(lattice, quanta);
    if (used <= lattice.spare) {
      high = middle;
      left = lattice.spare - used;
      best = std::move(quanta);
    } else {
      low = middle;
    }
  }
  return best;
}

GreedyResult TakeSteps(const Lattice& lattice, const StepCost& cost, std::vector<int64_t> quanta) {
  GreedyResult result;
  result.spare = lattice.spare - CostAboveLeast(lattice, quanta);
  result.quanta = std::move(quanta);
  std::priority_queue<Step, std::vector<Step>, ComesLater> steps;
  auto offer = [&](size_t l) {
    const int64_t n = result.quanta[l];
    if (n < lattice.most[l]) steps.push({Rate(lattice, cost, l, n), l});
  };
  for (size_t l = 0; l < lattice.layers(); ++l) offer(l);
  bool bounded = false;
  while (!steps.empty()) {
    const Step step = steps.top();
    steps.pop();
    const bool fits = lattice.step_cost[step.layer] <= result.spare;
    if (!bounded && (!fits || step.rate <= 0)) {
      bounded = true;
      const double rate = std::max(step.rate, 0.0);
      result.lower_bound =
          TotalCost(cost, result.quanta) - rate * static_cast<double>(result.spare);
    }
    if (!fits) continue;  // and never will, since the spare budget only falls
    ++result.quanta[step.layer];
    result.spare -= lattice.step_cost[step.layer];
    offer(step.layer);
  }
  if (!bounded) result.lower_bound = TotalCost(cost, result.quanta);
  return result;
}

}  // namespace

double TotalCost(const StepCost& cost, const std::vector<int64_t>& quanta) {
  long double total = 0;
  for (size_t l = 0; l < quanta.size(); ++l) total += cost.Cost(l, quanta[l]);
  return static_cast<double>(total);
}

GreedyResult SolveGreedily(const Lattice& lattice, const StepCost& cost) {
  return TakeSteps(lattice, cost, LongPrefix(lattice, cost));
}

GreedyResult SolveGreedilyStepByStep(const Lattice& lattice, const StepCost& cost) {
  return TakeSteps(lattice, cost, lattice.least);
}

}  // namespace widthlab::schedule
