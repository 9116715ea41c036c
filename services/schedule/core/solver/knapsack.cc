#include "services/schedule/core/solver/knapsack.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace widthlab::schedule {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A lattice in units.
struct Units {
  int64_t spare;               // budget above the floors
  std::vector<int64_t> step;   // units of one quantum
  std::vector<int64_t> steps;  // most steps above the floor that the budget affords
};

Units InUnits(const Lattice& lattice) {
  Units units;
  units.spare = static_cast<int64_t>(lattice.spare / lattice.unit);
  for (size_t l = 0; l < lattice.layers(); ++l) {
    units.step.push_back(static_cast<int64_t>(lattice.step_cost[l] / lattice.unit));
    const int64_t room = std::max<int64_t>(lattice.most[l] - lattice.least[l], 0);
    units.steps.push_back(std::min(room, units.spare / units.step[l]));
  }
  return units;
}

// Row l of `choice` says how many steps layer l takes when s units are left for it and those after.
std::vector<double> FillTable(const Lattice& lattice, const StepCost& cost, const Units& units,
                              int64_t allowed_left_over, std::vector<uint32_t>& choice) {
  const size_t states = static_cast<size_t>(units.spare) + 1;
  std::vector<double> after(states, kInfinity);
  std::fill_n(after.begin(), std::min<size_t>(states, allowed_left_over + 1), 0.0);
  std::vector<double> best(states);
  choice.assign(lattice.layers() * states, 0);
  for (size_t l = lattice.layers(); l-- > 0;) {
    std::fill(best.begin(), best.end(), kInfinity);
    uint32_t* const row = choice.data() + l * states;
    for (int64_t n = 0; n <= units.steps[l]; ++n) {
      const double value = cost.Cost(l, lattice.least[l] + n);
      const size_t offset = static_cast<size_t>(n * units.step[l]);
      for (size_t s = offset; s < states; ++s) {
        const double total = value + after[s - offset];
        if (total <= best[s]) {  // a tie goes to more steps here
          best[s] = total;
          row[s] = static_cast<uint32_t>(n);
        }
      }
    }
    after.swap(best);
  }
  return after;
}

std::vector<int64_t> Trace(const Lattice& lattice, const Units& units,
                           const std::vector<uint32_t>& choice) {
  std::vector<int64_t> quanta(lattice.layers());
  int64_t left = units.spare;
  const size_t states = static_cast<size_t>(units.spare) + 1;
  for (size_t l = 0; l < quanta.size(); ++l) {
    const int64_t n = choice[l * states + static_cast<size_t>(left)];
    quanta[l] = lattice.least[l] + n;
    left -= n * units.step[l];
  }
  return quanta;
}

}  // namespace

KnapsackSize SizeOfKnapsack(const Lattice& lattice) {
  const double states = static_cast<double>(lattice.spare / lattice.unit) + 1;
  KnapsackSize size;
  size.table_cells = states * static_cast<double>(lattice.layers());
  for (size_t l = 0; l < lattice.layers(); ++l) {
    const double room = static_cast<double>(lattice.most[l] - lattice.least[l]);
    const double affordable = static_cast<double>(lattice.spare) / lattice.step_cost[l];
    size.inner_steps += states * (1 + std::max(0.0, std::min(room, affordable)));
  }
  return size;
}

std::vector<int64_t> SolveKnapsack(const Lattice& lattice, const StepCost& cost) {
  const Units units = InUnits(lattice);
  std::vector<uint32_t> choice;
  int64_t allowed = cost.AlwaysGains()
                        ? units.spare
                        : *std::min_element(units.step.begin(), units.step.end()) - 1;
  for (;; allowed = 2 * allowed + 1) {
    const std::vector<double> best = FillTable(lattice, cost, units, allowed, choice);
    if (best[static_cast<size_t>(units.spare)] < kInfinity || allowed >= units.spare) break;
  }
  return Trace(lattice, units, choice);
}

}  // namespace widthlab::schedule
