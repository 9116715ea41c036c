#include "services/geometry/core/transport/assignment.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

double Value(const Matrix& cost, const std::vector<int32_t>& column_of) {
  double value = 0;
  for (size_t i = 0; i < column_of.size(); ++i) value += cost(i, column_of[i]);
  return value;
}

double Exhaustive(const Matrix& cost) {
  std::vector<int32_t> order(cost.rows());
  std::iota(order.begin(), order.end(), 0);
  double best = HUGE_VAL;
  do {
    best = std::min(best, Value(cost, order));
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(AssignmentTest, SolvesTheTextbookCase) {
  Matrix cost(3, 3);
  cost << 4, 1, 3, 2, 0, 5, 3, 2, 2;
  AssignmentSolver solver(3);
  solver.Solve(cost);
  EXPECT_EQ(solver.column_of(), (std::vector<int32_t>{1, 0, 2}));
  EXPECT_EQ(solver.row_of(), (std::vector<int32_t>{1, 0, 2}));
  EXPECT_EQ(solver.DualValue(cost), 5);
}

TEST(AssignmentTest, AgreesWithEveryPermutationTried) {
  numeric::RandomStream stream(1, "assignment");
  for (int trial = 0; trial < 400; ++trial) {
    const int n = 1 + static_cast<int>(stream.Below(6));
    Matrix cost(n, n);
    for (int64_t i = 0; i < cost.size(); ++i) {
      cost.data()[i] = trial % 2 == 0 ? stream.Normal() : static_cast<double>(stream.Below(4));
    }
    AssignmentSolver solver(n);
    solver.Solve(cost);
    const double best = Exhaustive(cost);
    EXPECT_NEAR(Value(cost, solver.column_of()), best, 1e-12) << trial;
    EXPECT_NEAR(solver.DualValue(cost), best, 1e-12) << trial;
  }
}

TEST(AssignmentTest, StaysExactWithPotentialsOfAnotherMatrix) {
  numeric::RandomStream stream(2, "assignment");
  AssignmentSolver solver(60);
  for (int trial = 0; trial < 20; ++trial) {
    Matrix cost(60, 60);
    for (int64_t i = 0; i < cost.size(); ++i) cost.data()[i] = stream.Normal();
    solver.Solve(cost);
    const double value = Value(cost, solver.column_of());
    EXPECT_NEAR(solver.DualValue(cost), value, 1e-10) << trial;
    AssignmentSolver fresh(60);
    fresh.Solve(cost);
    EXPECT_NEAR(Value(cost, fresh.column_of()), value, 1e-10) << trial;
  }
}

// Products x_i·y_j (with noise) are what conditional gradient meets: a sorting problem in which
// cheapest columns alone say little, so that an auction comes before the shortest paths.
TEST(AssignmentTest, ProvesLargeSortingProblemsByTheirDuals) {
  numeric::RandomStream stream(3, "assignment");
  for (const double noise : {0.0, 0.01, 1.0}) {
    constexpr int32_t kN = 300;
    std::vector<double> x(kN), y(kN);
    for (int32_t i = 0; i < kN; ++i) {
      x[i] = stream.Normal();
      y[i] = stream.Normal();
    }
    Matrix cost(kN, kN);
    for (int32_t i = 0; i < kN; ++i) {
      for (int32_t j = 0; j < kN; ++j) cost(i, j) = noise * stream.Normal() - x[i] * y[j];
    }
    AssignmentSolver solver(kN);
    solver.Solve(cost);
    const double value = Value(cost, solver.column_of());
    EXPECT_NEAR(solver.DualValue(cost), value, 1e-10) << noise;
    if (noise > 0) continue;
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    EXPECT_NEAR(value, -std::inner_product(x.begin(), x.end(), y.begin(), 0.0), 1e-10);
  }
}

TEST(AssignmentTest, TakesEqualCostsAndOutliersInItsStride) {
  AssignmentSolver solver(50);
  solver.Solve(Matrix::Constant(50, 50, 3.25));
  EXPECT_EQ(solver.DualValue(Matrix::Constant(50, 50, 3.25)), 50 * 3.25);
  Matrix outlier = Matrix::Constant(50, 50, 1e-8);
  outlier.row(7).setConstant(1e12);
  solver.Solve(outlier);
  EXPECT_NEAR(Value(outlier, solver.column_of()), 1e12 + 49e-8, 1e-3);
}

TEST(AssignmentTest, HandlesNoneAndOne) {
  AssignmentSolver none(0);
  none.Solve(Matrix(0, 0));
  EXPECT_TRUE(none.column_of().empty());
  AssignmentSolver one(1);
  one.Solve(Matrix::Constant(1, 1, -2));
  EXPECT_EQ(one.column_of(), (std::vector<int32_t>{0}));
}

TEST(AssignmentTest, StopsWhereverItIsCancelledAndCanBeUsedAgain) {
  numeric::RandomStream stream(4, "assignment");
  constexpr int32_t kN = 200;
  Matrix cost(kN, kN);
  for (int32_t i = 0; i < kN; ++i) {
    for (int32_t j = 0; j < kN; ++j) cost(i, j) = 0.01 * stream.Normal() - i * j;
  }
  int questions = 0;
  AssignmentSolver whole(kN);
  ASSERT_TRUE(whole.Solve(cost, [&] { return ++questions < 0; }));
  const int all = questions;
  EXPECT_GE(all, 4);  // one for every few hundred rows scanned, and each row is scanned often
  for (int last = 1; last <= all; ++last) {
    questions = 0;
    AssignmentSolver solver(kN);
    EXPECT_FALSE(solver.Solve(cost, [&] { return ++questions >= last; }));
    EXPECT_EQ(questions, last);
    EXPECT_TRUE(solver.Solve(cost));
    EXPECT_EQ(solver.column_of(), whole.column_of()) << last;
  }
}

}  // namespace
}  // namespace widthlab::geometry
