#include "services/schedule/core/solver/continuous.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/solver/testing_problem.h"

namespace widthlab::schedule {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;

WidthSolution Solve(const OwnedProblem& p) {
  ContinuousSolver solver;
  WidthSolution solution;
  EXPECT_THAT(solver.Solve(p.View(), &solution), IsOk());
  return solution;
}

void ExpectCertified(const WidthSolution& s) {
  EXPECT_LE(s.certificate.budget_residual, 1e-12);
  EXPECT_LE(s.certificate.stationarity_residual, 1e-11);
  EXPECT_LE(s.certificate.complementarity_residual, 1e-12);
}

// a = 1, equal costs: w is proportional to sqrt(G), so 1 : 2 : 3 for work 1, 4, 9. With w_ref = 4
// the terms are 4 G / w: 2 + 4 + 6 = 12, and mu = 4 G / w^2 = 1.
TEST(ContinuousSolverTest, ThreeLayersByHand) {
  OwnedProblem p(3);
  p.work = {1, 4, 9};
  p.exponent = {1, 1, 1};
  p.budget = 12;
  const WidthSolution s = Solve(p);
  EXPECT_THAT(s.widths,
              ElementsAre(DoubleNear(2, 1e-12), DoubleNear(4, 1e-12), DoubleNear(6, 1e-12)));
  EXPECT_NEAR(s.multiplier, 1, 1e-12);
  EXPECT_NEAR(s.certificate.objective, 12, 1e-12);
  EXPECT_EQ(s.certificate.free_layers, 3u);
  EXPECT_THAT(s.bounds, Each(Bound::kNone));
  ExpectCertified(s);
}

// A floor of 3 takes the first layer's share from the others: 9 is left for 2 : 3.
TEST(ContinuousSolverTest, AnActiveFloorIsPaidByTheFreeLayers) {
  OwnedProblem p(3);
  p.work = {1, 4, 9};
  p.exponent = {1, 1, 1};
  p.floor = {3, 0, 0};
  p.budget = 12;
  const WidthSolution s = Solve(p);
  EXPECT_EQ(s.widths[0], 3);
  EXPECT_NEAR(s.widths[1], 3.6, 1e-12);
  EXPECT_NEAR(s.widths[2], 5.4, 1e-12);
  EXPECT_THAT(s.bounds, ElementsAre(Bound::kFloor, Bound::kNone, Bound::kNone));
  EXPECT_NEAR(s.multiplier, 4 * 4 / (3.6 * 3.6), 1e-12);
  ExpectCertified(s);
}

TEST(ContinuousSolverTest, AnActiveCapFeedsTheOthers) {
  OwnedProblem p(3);
  p.work = {1, 4, 9};
  p.exponent = {1, 1, 1};
  p.cap = {kNoCap, kNoCap, 3};
  p.budget = 12;
  const WidthSolution s = Solve(p);
  EXPECT_NEAR(s.widths[0], 3, 1e-12);
  EXPECT_NEAR(s.widths[1], 6, 1e-12);
  EXPECT_EQ(s.widths[2], 3);
  EXPECT_THAT(s.bounds, ElementsAre(Bound::kNone, Bound::kNone, Bound::kCap));
  ExpectCertified(s);
}

// Two layers, a = 1, costs 1 and 4: sqrt(G / c) gives 1 : 1/2, and 1 w + 4 w / 2 = P.
TEST(ContinuousSolverTest, UnequalCostsByHand) {
  OwnedProblem p(2);
  p.exponent = {1, 1};
  p.unit_cost = {1, 4};
  p.budget = 9;
  const WidthSolution s = Solve(p);
  EXPECT_NEAR(s.widths[0], 3, 1e-12);
  EXPECT_NEAR(s.widths[1], 1.5, 1e-12);
  ExpectCertified(s);
}

// Equal exponents: w_l = P r_l / sum c r with r = (lambda G / c)^(1 / (a + 1)).
TEST(ContinuousSolverTest, EqualExponentsHaveAClosedForm) {
  std::mt19937_64 rng(5);
  for (double a : {0.01, 0.1, 0.5, 1.0, 3.0, 10.0}) {
    OwnedProblem p = RandomProblem(rng, {.work_decades = 15});
    const size_t n = p.work.size();
    p.exponent.assign(n, a);
    p.floor.assign(n, 0);
    p.cap.assign(n, kNoCap);
    long double total = 0;
    std::vector<long double> r(n);
    for (size_t l = 0; l < n; ++l) {
      r[l] = std::pow(static_cast<long double>(p.work[l]) * p.sensitivity[l] / p.unit_cost[l],
                      1 / (1 + static_cast<long double>(a)));
      total += r[l] * p.unit_cost[l];
    }
    const WidthSolution s = Solve(p);
    for (size_t l = 0; l < n; ++l) {
      const double expected = static_cast<double>(p.budget * r[l] / total);
      EXPECT_NEAR(s.widths[l] / expected, 1, 1e-12);
    }
    ExpectCertified(s);
  }
}

TEST(ContinuousSolverTest, OneLayerTakesTheBudget) {
  OwnedProblem p(1);
  p.unit_cost = {3};
  p.budget = 12;
  EXPECT_THAT(Solve(p).widths, ElementsAre(DoubleNear(4, 1e-15)));
}

// Terms are G / w at w_ref = 1 and a = 1; the marginal at width w is G / w^2.
TEST(ContinuousSolverTest, AllAtTheFloorReportsTheLowerEndOfTheMultiplier) {
  OwnedProblem p(2);
  p.exponent = {1, 1};
  p.work = {4, 9};
  p.floor = {1, 1};
  p.budget = 2;
  p.reference_width = 1;
  const WidthSolution s = Solve(p);
  EXPECT_THAT(s.widths, ElementsAre(1, 1));
  EXPECT_NEAR(s.multiplier, 9, 1e-12);
  EXPECT_THAT(s.bounds, Each(Bound::kFloor));
  ExpectCertified(s);
}

TEST(ContinuousSolverTest, AllAtTheCapReportsTheUpperEndOfTheMultiplier) {
  OwnedProblem p(2);
  p.exponent = {1, 1};
  p.work = {4, 9};
  p.cap = {1, 1};
  p.budget = 2;
  p.reference_width = 1;
  const WidthSolution s = Solve(p);
  EXPECT_NEAR(s.multiplier, 4, 1e-12);
  EXPECT_THAT(s.bounds, Each(Bound::kCap));
  EXPECT_EQ(s.certificate.free_layers, 0u);
  ExpectCertified(s);
}

TEST(ContinuousSolverTest, FloorsAndCapsThatUseTheBudgetUpLeaveNoLayerFree) {
  OwnedProblem p(2);
  p.exponent = {1, 1};
  p.work = {1, 100};
  p.floor = {2, 1};
  p.cap = {10, 3};
  p.budget = 5;
  p.reference_width = 1;
  const WidthSolution s = Solve(p);
  EXPECT_THAT(s.widths, ElementsAre(2, 3));
  EXPECT_THAT(s.bounds, ElementsAre(Bound::kFloor, Bound::kCap));
  EXPECT_NEAR(s.multiplier, 0.25, 1e-12);  // from 1/4 (floor) to 100/9 (cap)
  ExpectCertified(s);
}

TEST(ContinuousSolverTest, LayersWithEqualBoundsArePinned) {
  OwnedProblem p(3);
  p.floor = {2, 5, 1};
  p.cap = {2, 5, 1};
  p.budget = 8;
  const WidthSolution s = Solve(p);
  EXPECT_THAT(s.widths, ElementsAre(2, 5, 1));
  ExpectCertified(s);
}

TEST(ContinuousSolverTest, OneFreeLayerAmongBoundOnesIsExact) {
  OwnedProblem p(50);
  p.floor.assign(50, 1000);
  p.cap.assign(50, 1000);
  p.floor[7] = 0;
  p.cap[7] = kNoCap;
  p.budget = 49 * 1000 + 1e-3;
  const WidthSolution s = Solve(p);
  EXPECT_NEAR(s.widths[7], 1e-3, 1e-10);
  EXPECT_EQ(s.certificate.free_layers, 1u);
  ExpectCertified(s);
}

TEST(ContinuousSolverTest, RandomProblemsAreCertified) {
  std::mt19937_64 rng(1);
  for (int i = 0; i < 2000; ++i) ExpectCertified(Solve(RandomProblem(rng, {})));
}

TEST(ContinuousSolverTest, ExtremeExponentsAndWorkAreCertified) {
  std::mt19937_64 rng(2);
  for (int i = 0; i < 500; ++i) {
    ExpectCertified(Solve(
        RandomProblem(rng, {.work_decades = 15, .least_exponent = 0.01, .most_exponent = 10})));
  }
}

TEST(ContinuousSolverTest, TenThousandLayersAreCertified) {
  std::mt19937_64 rng(3);
  OwnedProblem p(10000);
  for (size_t l = 0; l < 10000; ++l) {
    p.work[l] = std::exp(std::normal_distribution<double>(0, 8)(rng));
    p.exponent[l] = 0.01 + 0.001 * static_cast<double>(l);
    p.floor[l] = 64;
    p.cap[l] = 8192;
  }
  p.budget = 10000.0 * 1000;
  const WidthSolution s = Solve(p);
  ExpectCertified(s);
  EXPECT_LT(s.iterations, 60);
}

// An independent solver: bisection of mu itself in extended precision, 400 halvings.
std::vector<double> Bisect(const WidthProblem& p) {
  const long double ref = ReferenceWidth(p);
  auto widths_at = [&](long double log_mu) {
    std::vector<long double> w(p.layers());
    for (size_t l = 0; l < p.layers(); ++l) {
      const long double a = p.exponent[l];
      const long double inside = std::log(a) + std::log((long double)p.work[l]) +
                                 std::log((long double)p.sensitivity[l]) -
                                 std::log((long double)p.unit_cost[l]) - std::log(ref) - log_mu;
      w[l] = std::min<long double>(
          std::max<long double>(ref * std::exp(inside / (a + 1)), p.floor[l]), p.cap[l]);
    }
    return w;
  };
  long double low = -2000, high = 2000;
  for (int i = 0; i < 400; ++i) {
    const long double middle = (low + high) / 2;
    const std::vector<long double> w = widths_at(middle);
    long double used = 0;
    for (size_t l = 0; l < w.size(); ++l) used += w[l] * p.unit_cost[l];
    (used > p.budget ? low : high) = middle;
  }
  const std::vector<long double> w = widths_at(high);
  return std::vector<double>(w.begin(), w.end());
}

TEST(ContinuousSolverTest, AgreesWithSlowBisection) {
  std::mt19937_64 rng(4);
  for (int i = 0; i < 100; ++i) {
    const OwnedProblem p =
        RandomProblem(rng, {.max_layers = 40, .least_exponent = 0.01, .most_exponent = 10});
    const std::vector<double> expected = Bisect(p.View());
    const WidthSolution s = Solve(p);
    for (size_t l = 0; l < expected.size(); ++l) {
      EXPECT_NEAR(s.widths[l], expected[l], 1e-9 * (1 + expected[l]));
    }
  }
}

TEST(ContinuousSolverTest, NoFeasibleTransferLowersTheObjective) {
  std::mt19937_64 rng(6);
  for (int i = 0; i < 200; ++i) {
    const OwnedProblem p = RandomProblem(rng, {.max_layers = 10});
    const WidthSolution s = Solve(p);
    std::vector<Bound> ignored(p.work.size());
    for (int j = 0; j < 10; ++j) {
      const size_t from = rng() % p.work.size(), to = rng() % p.work.size();
      const double moved = 1e-3 * s.widths[from] * p.unit_cost[from];
      std::vector<double> w = s.widths;
      w[from] -= moved / p.unit_cost[from];
      w[to] += moved / p.unit_cost[to];
      if (w[from] < p.floor[from] || w[to] > p.cap[to] || w[from] <= 0) continue;
      const double other = Certify(p.View(), w, 0, absl::MakeSpan(ignored)).objective;
      EXPECT_GE(other, s.certificate.objective * (1 - 1e-12));
    }
  }
}

TEST(ContinuousSolverTest, TheMultiplierIsTheDerivativeByTheBudget) {
  std::mt19937_64 rng(7);
  OwnedProblem p = RandomProblem(rng, {.max_layers = 20});
  p.reference_width = 100;
  const WidthSolution s = Solve(p);
  const double h = 1e-5 * p.budget;
  OwnedProblem more = p, less = p;
  more.budget += h;
  less.budget -= h;
  const double slope =
      (Solve(less).certificate.objective - Solve(more).certificate.objective) / (2 * h);
  EXPECT_NEAR(slope / s.multiplier, 1, 1e-4);
}

TEST(ContinuousSolverTest, OrderOfLayersDoesNotMatter) {
  std::mt19937_64 rng(8);
  const OwnedProblem p = RandomProblem(rng, {.max_layers = 30});
  OwnedProblem turned = p;
  for (auto* list : {&turned.work, &turned.sensitivity, &turned.exponent, &turned.unit_cost,
                     &turned.floor, &turned.cap}) {
    std::reverse(list->begin(), list->end());
  }
  std::vector<double> widths = Solve(turned).widths;
  std::reverse(widths.begin(), widths.end());
  const std::vector<double> expected = Solve(p).widths;
  for (size_t l = 0; l < widths.size(); ++l) {
    EXPECT_NEAR(widths[l] / expected[l], 1, 1e-12);
  }
}

TEST(ContinuousSolverTest, ASolverUsedAgainGivesTheSameBits) {
  std::mt19937_64 rng(9);
  ContinuousSolver solver;
  WidthSolution used;
  for (int i = 0; i < 50; ++i) {
    const OwnedProblem p = RandomProblem(rng, {});
    ASSERT_THAT(solver.Solve(p.View(), &used), IsOk());
    const WidthSolution fresh = Solve(p);
    EXPECT_EQ(used.widths, fresh.widths);
    EXPECT_EQ(used.multiplier, fresh.multiplier);
  }
}

TEST(ContinuousSolverTest, BadProblemsAreRefused) {
  OwnedProblem p(2);
  p.work[1] = -1;
  ContinuousSolver solver;
  WidthSolution solution;
  EXPECT_THAT(solver.Solve(p.View(), &solution), FailsOnField("work[1]"));
}

}  // namespace
}  // namespace widthlab::schedule
