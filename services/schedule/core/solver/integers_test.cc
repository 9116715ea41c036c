#include "services/schedule/core/solver/integers.h"

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/solver/greedy.h"
#include "services/schedule/core/solver/testing_problem.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;

Lattice LatticeOf(const OwnedProblem& p, int64_t quantum, int64_t least_quanta) {
  absl::StatusOr<Lattice> lattice = MakeLattice({.unit_cost = p.unit_cost,
                                                 .floor = p.floor,
                                                 .cap = p.cap,
                                                 .budget = p.budget,
                                                 .least_quanta = least_quanta},
                                                quantum);
  EXPECT_THAT(lattice, IsOk());
  return *lattice;
}

IntegerWidths Solve(const OwnedProblem& p, int64_t quantum, const IntegerLimits& limits = {}) {
  const WidthProblem view = p.View();
  return SolveIntegers(LatticeOf(p, quantum, 1), SurrogateCost(view, quantum), limits);
}

// Every allocation within the budget; `accept` sees quanta and what is left over.
void ForEachAllocation(const Lattice& lattice,
                       const std::function<void(const std::vector<int64_t>&, double)>& accept) {
  std::vector<int64_t> n(lattice.layers());
  std::function<void(size_t, double)> place = [&](size_t l, double left) {
    if (l == n.size()) return accept(n, left);
    for (n[l] = lattice.least[l]; n[l] <= lattice.most[l]; ++n[l]) {
      const double after = left - lattice.step_cost[l] * (n[l] - lattice.least[l]);
      if (after < 0) break;
      place(l + 1, after);
    }
  };
  place(0, static_cast<double>(lattice.spare));
}

double BestObjective(const Lattice& lattice, const StepCost& cost) {
  double best = std::numeric_limits<double>::infinity();
  ForEachAllocation(lattice, [&](const std::vector<int64_t>& n, double) {
    best = std::min(best, TotalCost(cost, n));
  });
  return best;
}

// Work 1 and 8, a = 1, two quanta of one unit each above the floors: steps of layer 1 save
// 8 (1/1 - 1/2) = 4 and 8 (1/2 - 1/3) = 4/3, the first of layer 0 saves 1/2.
TEST(IntegersTest, TwoLayersByHand) {
  OwnedProblem p(2);
  p.work = {1, 8};
  p.exponent = {1, 1};
  p.budget = 4;
  p.reference_width = 1;
  const IntegerWidths s = Solve(p, 1);
  EXPECT_THAT(s.widths, ElementsAre(1, 3));
  EXPECT_NEAR(s.objective, 1 + 8.0 / 3, 1e-15);
  EXPECT_EQ(s.gap_bound, 0);
  EXPECT_EQ(s.left_over, 0);
  EXPECT_EQ(s.method, IntegerMethod::kGreedyExact);
}

TEST(IntegersTest, TiesGoToTheLowerLayer) {
  OwnedProblem p(3);
  p.budget = 5;
  EXPECT_THAT(Solve(p, 1).widths, ElementsAre(2, 2, 1));
}

TEST(IntegersTest, CapsEndALayersSteps) {
  OwnedProblem p(2);
  p.work = {1000, 1};
  p.cap = {130, kNoCap};
  p.budget = 640;
  EXPECT_THAT(Solve(p, 64).widths, ElementsAre(128, 512));
}

TEST(IntegersTest, EqualCostsAgreeWithExhaustiveSearch) {
  std::mt19937_64 rng(11);
  for (int i = 0; i < 200; ++i) {
    OwnedProblem p = RandomProblem(rng, {.max_layers = 4, .equal_costs = true});
    const int64_t quantum = 1 + static_cast<int64_t>(rng() % 300);
    for (double& f : p.floor) f = std::floor(f / quantum) * quantum;
    for (double& m : p.cap) m = (1 + std::floor(m / quantum)) * quantum;
    p.budget = p.unit_cost[0] * quantum * (12 + rng() % 8);
    if (!MakeLattice({p.unit_cost, p.floor, p.cap, p.budget, 1}, quantum).ok()) continue;
    const IntegerWidths s = Solve(p, quantum);
    const WidthProblem view = p.View();
    const double best = BestObjective(LatticeOf(p, quantum, 1), SurrogateCost(view, quantum));
    EXPECT_LE(s.objective, best * (1 + 1e-12));
  }
}

OwnedProblem SmallUnequal(std::mt19937_64& rng) {
  OwnedProblem p = RandomProblem(rng, {.max_layers = 4, .work_decades = 1});
  double total = 0;
  for (size_t l = 0; l < p.work.size(); ++l) {
    p.unit_cost[l] = static_cast<double>(1 + rng() % 7);
    p.floor[l] = static_cast<double>(rng() % 3);
    p.cap[l] = rng() % 2 == 0 ? kNoCap : static_cast<double>(3 + rng() % 6);
    total += p.unit_cost[l];
  }
  p.budget = 3 * total + static_cast<double>(rng() % 20);
  return p;
}

TEST(IntegersTest, UnequalCostsAgreeWithExhaustiveSearch) {
  std::mt19937_64 rng(12);
  for (int i = 0; i < 300; ++i) {
    const OwnedProblem p = SmallUnequal(rng);
    const WidthProblem view = p.View();
    const IntegerWidths s = Solve(p, 1);
    const double best = BestObjective(LatticeOf(p, 1, 1), SurrogateCost(view, 1));
    EXPECT_LE(s.objective, best * (1 + 1e-12));
    EXPECT_EQ(s.gap_bound, 0);
  }
}

TEST(IntegersTest, TheGreedyBoundHoldsWhereTheProgrammeDoesNotFit) {
  std::mt19937_64 rng(13);
  int inexact = 0;
  for (int i = 0; i < 300; ++i) {
    const OwnedProblem p = SmallUnequal(rng);
    const IntegerWidths exact = Solve(p, 1);
    const IntegerWidths greedy = Solve(p, 1, {.table_cells = 0});
    if (exact.method == IntegerMethod::kGreedyExact) continue;
    EXPECT_EQ(greedy.method, IntegerMethod::kGreedyBounded);
    EXPECT_GE(greedy.objective, exact.objective * (1 - 1e-12));
    EXPECT_LE(greedy.objective - greedy.gap_bound, exact.objective * (1 + 1e-12));
    if (greedy.objective > exact.objective * (1 + 1e-9)) ++inexact;
  }
  EXPECT_GT(inexact, 0);  // the bound is needed
}

TEST(IntegersTest, TheBudgetIsNeverExceededAndNoStepIsLeftOut) {
  std::mt19937_64 rng(14);
  for (int i = 0; i < 200; ++i) {
    const OwnedProblem p = RandomProblem(rng, {.max_layers = 30});
    const int64_t quantum = 1 + static_cast<int64_t>(rng() % 8);
    if (!MakeLattice({p.unit_cost, p.floor, p.cap, p.budget, 1}, quantum).ok()) continue;
    const IntegerWidths s = Solve(p, quantum, {.table_cells = 1 << 20});
    double used = 0;
    for (size_t l = 0; l < p.work.size(); ++l) used += p.unit_cost[l] * s.widths[l];
    EXPECT_LE(used, p.budget);
    for (size_t l = 0; l < p.work.size(); ++l) {
      EXPECT_EQ(s.widths[l] % quantum, 0);
      EXPECT_GE(s.widths[l], p.floor[l]);
      EXPECT_LE(s.widths[l], p.cap[l]);
      if (s.widths[l] + quantum <= p.cap[l]) {
        EXPECT_GT(used + p.unit_cost[l] * quantum, p.budget);
      }
    }
  }
}

TEST(IntegersTest, LongGreedyRunsEqualSingleSteps) {
  std::mt19937_64 rng(15);
  for (bool equal : {true, false}) {
    OwnedProblem p = RandomProblem(rng, {.max_layers = 60, .equal_costs = equal});
    p.cap.assign(p.cap.size(), kNoCap);
    p.budget = 0;
    for (double c : p.unit_cost) p.budget += c * 6000;
    const WidthProblem view = p.View();
    const SurrogateCost cost(view, 1);
    const Lattice lattice = LatticeOf(p, 1, 1);
    const GreedyResult fast = SolveGreedily(lattice, cost);
    const GreedyResult slow = SolveGreedilyStepByStep(lattice, cost);
    EXPECT_EQ(fast.quanta, slow.quanta);
    EXPECT_EQ(fast.lower_bound, slow.lower_bound);
  }
}

TEST(IntegersTest, WidthsOfZeroHaveNoFiniteCostSoEachLayerGetsAQuantum) {
  OwnedProblem p(3);
  p.work = {1e-20, 1, 1e20};
  p.budget = 192 + 64;
  EXPECT_THAT(Solve(p, 64).widths, ElementsAre(64, 64, 128));
}

// Targets 1.4, 1.4 and 1.2 of a budget of 4: the nearest integers leave one unit unused, and the
// least bad place for it is the first layer.
TEST(ClosenessTest, TheBudgetIsUsedUpEvenWhereThatIsFartherFromTheTargets) {
  OwnedProblem p(3);
  p.budget = 4;
  const std::vector<double> targets = {1.4, 1.4, 1.2};
  const IntegerWidths s = SolveIntegers(LatticeOf(p, 1, 0), ClosenessCost(targets, p.unit_cost, 1));
  EXPECT_THAT(s.widths, ElementsAre(2, 1, 1));
  EXPECT_NEAR(s.objective, 0.36 + 0.16 + 0.04, 1e-15);
}

TEST(ClosenessTest, UnequalCostsLeaveLessThanTheCheapestStep) {
  std::mt19937_64 rng(16);
  for (int i = 0; i < 200; ++i) {
    OwnedProblem p = SmallUnequal(rng);
    p.cap.assign(p.cap.size(), kNoCap);
    const Lattice lattice = LatticeOf(p, 1, 0);
    std::vector<double> targets(p.work.size());
    for (double& t : targets) t = static_cast<double>(rng() % 60) / 10;
    const ClosenessCost cost(targets, p.unit_cost, 1);
    const IntegerWidths s = SolveIntegers(lattice, cost);
    const double cheapest = *std::min_element(p.unit_cost.begin(), p.unit_cost.end());
    EXPECT_LT(s.left_over, cheapest);
    double best = std::numeric_limits<double>::infinity();
    ForEachAllocation(lattice, [&](const std::vector<int64_t>& n, double left) {
      if (left < cheapest) best = std::min(best, TotalCost(cost, n));
    });
    EXPECT_NEAR(s.objective, best, 1e-9);
  }
}

}  // namespace
}  // namespace widthlab::schedule
