#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/joint/joint_integers.h"
#include "services/schedule/core/joint/joint_problem.h"
#include "services/schedule/core/joint/joint_solver.h"

namespace widthlab::schedule {
namespace {

using testing::DoubleNear;
using testing::Each;

// W = 512, D = 128, full heads, three gated matrices, two norms: flat.
JointProblem Flat(size_t layers) {
  JointProblem p;
  p.work.assign(layers, 1);
  p.exponent.assign(layers, 0.5);
  p.need.assign(layers, 1);
  p.ffn_reference = 512;
  p.residual_reference = 128;
  p.square_cost.assign(layers, 4);
  p.product_cost.assign(layers, 3);
  p.linear_cost.assign(layers, 2);
  p.ffn_floor.assign(layers, 1);
  p.ffn_cap.assign(layers, std::numeric_limits<double>::infinity());
  p.residual_floor.assign(layers, 1);
  p.residual_cap = p.ffn_cap;
  const std::vector<double> ffn(layers, 512), residual(layers, 128);
  p.budget = static_cast<double>(JointCost(p, ffn, residual));
  p.kappa = BalancedKappa(p, 0.5);
  return p;
}

TEST(JointTest, CostsAreThoseOfTheMatrices) {
  const JointProblem p = Flat(2);
  EXPECT_EQ(p.budget, 2 * (4 * 128 * 128 + 3 * 128 * 512 + 2 * 128));
}

// Both kinds of width save the same by one more parameter, in every layer.
TEST(JointTest, AFlatProblemLeavesTheUniformModel) {
  const auto widths = SolveJoint(Flat(5));
  ASSERT_THAT(widths, IsOk());
  EXPECT_THAT(widths->ffn, Each(DoubleNear(512, 1e-9)));
  EXPECT_THAT(widths->residual, Each(DoubleNear(128, 1e-9)));
}

// With the stream's cap at D and no say of its need, all that is left is the allocation of FFNs:
// one layer's work times 4 at a = 1 makes it twice as wide.
TEST(JointTest, AFixedStreamIsTheAllocationProblem) {
  JointProblem p = Flat(2);
  p.exponent.assign(2, 1);
  p.work = {1, 4};
  p.residual_floor.assign(2, 128);
  p.residual_cap.assign(2, 128);
  const auto widths = SolveJoint(p);
  ASSERT_THAT(widths, IsOk());
  EXPECT_NEAR(widths->ffn[0], 1024.0 / 3, 1e-9);
  EXPECT_NEAR(widths->ffn[1], 2048.0 / 3, 1e-9);
}

JointProblem Random(std::mt19937_64& rng) {
  auto uniform = [&rng](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng);
  };
  JointProblem p = Flat(1 + rng() % 40);
  for (size_t l = 0; l < p.layers(); ++l) {
    p.work[l] = std::pow(10, uniform(-2, 2));
    p.exponent[l] = uniform(0.1, 1);
    p.need[l] = std::pow(10, uniform(-1, 1));
    p.ffn_floor[l] = uniform(1, 300);
    p.ffn_cap[l] = uniform(600, 3000);
    p.residual_floor[l] = uniform(1, 100);
    p.residual_cap[l] = uniform(130, 300);
  }
  p.need_exponent = uniform(0.2, 1.5);
  p.kappa = BalancedKappa(p, 0.5) * uniform(0.5, 2);
  return p;
}

double Objective(const JointProblem& p, const std::vector<double>& ffn,
                 const std::vector<double>& residual) {
  double total = 0;
  for (size_t l = 0; l < p.layers(); ++l) {
    total += WorkTerm(p, l, ffn[l]) + NeedTerm(p, l, residual[l]);
  }
  return total;
}

TEST(JointTest, EveryAnswerMeetsBudgetBoundsAndConditions) {
  std::mt19937_64 rng(1);
  for (int i = 0; i < 300; ++i) {
    const JointProblem p = Random(rng);
    const auto widths = SolveJoint(p);
    ASSERT_THAT(widths, IsOk());
    EXPECT_LE(widths->certificate.budget_residual, 1e-12) << i;
    EXPECT_LE(widths->certificate.stationarity_residual, 1e-10) << i;
    EXPECT_LE(widths->certificate.complementarity_residual, 1e-10) << i;
    for (size_t l = 0; l < p.layers(); ++l) {
      EXPECT_GE(widths->ffn[l], p.ffn_floor[l]);
      EXPECT_LE(widths->ffn[l], p.ffn_cap[l]);
      EXPECT_GE(widths->residual[l], p.residual_floor[l]);
      EXPECT_LE(widths->residual[l], p.residual_cap[l]);
    }
  }
}

// The certificate does not know the solver: any other allocation within the budget loses more.
TEST(JointTest, NoOtherAllocationWithinTheBudgetLosesLess) {
  std::mt19937_64 rng(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 50; ++i) {
    const JointProblem p = Random(rng);
    const auto best = SolveJoint(p);
    ASSERT_THAT(best, IsOk());
    for (int trial = 0; trial < 200; ++trial) {
      std::vector<double> ffn = best->ffn, residual = best->residual;
      for (size_t l = 0; l < p.layers(); ++l) {
        ffn[l] = std::clamp(ffn[l] * std::exp(0.1 * normal(rng)), p.ffn_floor[l], p.ffn_cap[l]);
        residual[l] = std::clamp(residual[l] * std::exp(0.1 * normal(rng)), p.residual_floor[l],
                                 p.residual_cap[l]);
      }
      if (JointCost(p, ffn, residual) > p.budget) continue;
      EXPECT_GE(Objective(p, ffn, residual), best->certificate.objective * (1 - 1e-12));
    }
  }
}

TEST(JointTest, TheMultiplierIsWhatOneMoreParameterSaves) {
  std::mt19937_64 rng(3);
  JointProblem p = Random(rng);
  const auto here = SolveJoint(p);
  const double step = 1e-5 * p.budget;
  p.budget += step;
  const auto there = SolveJoint(p);
  ASSERT_THAT(there, IsOk());
  const double saved = (here->certificate.objective - there->certificate.objective) / step;
  EXPECT_NEAR(saved / here->multiplier, 1, 1e-3);
}

TEST(JointTest, WrongCertificatesShow) {
  const JointProblem p = Flat(3);
  auto widths = SolveJoint(p);
  widths->ffn[1] *= 1.01;
  const JointCertificate c = CertifyJoint(p, *widths);
  EXPECT_GT(c.budget_residual, 1e-4);
  EXPECT_GT(c.stationarity_residual, 1e-3);
}

TEST(JointTest, IntegersLieOnTheirGridsWithinTheBudget) {
  std::mt19937_64 rng(4);
  for (int i = 0; i < 20; ++i) {
    JointProblem p = Random(rng);
    p.ffn_floor.assign(p.layers(), 64);
    const auto real = SolveJoint(p);
    ASSERT_THAT(real, IsOk());
    const auto grid = RoundJoint(p, *real, {.ffn = 64, .residual = 8});
    ASSERT_THAT(grid, IsOk());
    const std::vector<double> ffn(grid->ffn.begin(), grid->ffn.end());
    const std::vector<double> residual(grid->residual.begin(), grid->residual.end());
    EXPECT_LE(JointCost(p, ffn, residual), p.budget);
    EXPECT_NEAR(Objective(p, ffn, residual), grid->objective, 1e-12 * grid->objective);
    EXPECT_GE(grid->objective, real->certificate.objective);
    EXPECT_LE(grid->gap_bound, 0.05 * grid->objective);
    for (size_t l = 0; l < p.layers(); ++l) {
      EXPECT_EQ(grid->ffn[l] % 64, 0);
      EXPECT_EQ(grid->residual[l] % 8, 0);
    }
  }
}

// Two layers, every allocation on a coarse grid.
TEST(JointTest, TheBestOnTheGridLiesWithinTheBound) {
  JointProblem p = Flat(2);
  p.work = {1, 6};
  p.need = {2, 1};
  const auto real = SolveJoint(p);
  ASSERT_THAT(real, IsOk());
  const auto grid = RoundJoint(p, *real, {.ffn = 64, .residual = 16});
  ASSERT_THAT(grid, IsOk());
  double best = std::numeric_limits<double>::infinity();
  for (double d0 = 16; d0 <= 256; d0 += 16) {
    for (double d1 = 16; d1 <= 256; d1 += 16) {
      for (double w0 = 64; w0 <= 3072; w0 += 64) {
        for (double w1 = 64; w1 <= 3072; w1 += 64) {
          if (JointCost(p, {{w0, w1}}, {{d0, d1}}) > p.budget) break;
          best = std::min(best, Objective(p, {w0, w1}, {d0, d1}));
        }
      }
    }
  }
  EXPECT_GE(grid->objective, best * (1 - 1e-12));
  EXPECT_LE(grid->objective - grid->gap_bound, best);
}

TEST(JointTest, ProblemsWithoutAnAnswerNameTheirField) {
  JointProblem p = Flat(2);
  p.work[1] = 0;
  EXPECT_THAT(SolveJoint(p), FailsOnField("work[1]"));
  p = Flat(2);
  p.need[0] = std::nan("");
  EXPECT_THAT(SolveJoint(p), FailsOnField("need[0]"));
  p = Flat(2);
  p.residual_cap[1] = 0.5;
  EXPECT_THAT(SolveJoint(p), FailsOnField("residual_cap[1]"));
  p = Flat(2);
  p.ffn_floor.assign(2, 600);
  p.residual_floor.assign(2, 128);
  EXPECT_THAT(SolveJoint(p), FailsOnField("budget"));
  p = Flat(2);
  const auto real = SolveJoint(p);
  p.residual_cap.assign(2, 100);
  p.residual_floor.assign(2, 97);
  EXPECT_THAT(RoundJoint(p, *real, {.ffn = 64, .residual = 32}), FailsOnField("residual_quantum"));
}

}  // namespace
}  // namespace widthlab::schedule
