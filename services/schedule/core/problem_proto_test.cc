#include "services/schedule/core/problem_proto.h"

#include <cmath>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

// Widths 2 : 4 : 6 at mu = 1; see continuous_test.cc.
v1::WidthProblem ThreeLayers() {
  v1::WidthProblem problem;
  for (double work : {1.0, 4.0, 9.0}) problem.add_work(work);
  problem.add_exponent(1);
  problem.add_unit_cost(1);
  problem.set_budget(12);
  return problem;
}

TEST(ProblemProtoTest, OneEntryStandsForAllLayers) {
  const auto solution = SolveWidths(ThreeLayers());
  ASSERT_THAT(solution, IsOk());
  EXPECT_THAT(solution->widths(),
              ElementsAre(DoubleNear(2, 1e-12), DoubleNear(4, 1e-12), DoubleNear(6, 1e-12)));
  EXPECT_NEAR(solution->multiplier(), 1, 1e-12);
  EXPECT_NEAR(solution->objective(), 12, 1e-12);
  EXPECT_THAT(solution->bounds(),
              ElementsAre(v1::WIDTH_BOUND_NONE, v1::WIDTH_BOUND_NONE, v1::WIDTH_BOUND_NONE));
  EXPECT_EQ(solution->integer_widths_size(), 0);
}

// Terms 4 G / w at multiples of 4: 4/4 + 16/4 + 36/4.
TEST(ProblemProtoTest, AQuantumGivesIntegersToo) {
  v1::WidthProblem problem = ThreeLayers();
  problem.set_quantum(4);
  const auto solution = SolveWidths(problem);
  ASSERT_THAT(solution, IsOk());
  EXPECT_THAT(solution->integer_widths(), ElementsAre(4, 4, 4));
  EXPECT_NEAR(solution->integer_objective(), 14, 1e-12);
  EXPECT_EQ(solution->integer_gap_bound(), 0);
}

TEST(ProblemProtoTest, ReferenceWidthScalesTheObjective) {
  v1::WidthProblem problem = ThreeLayers();
  problem.set_reference_width(8);
  EXPECT_NEAR(SolveWidths(problem)->objective(), 24, 1e-12);
}

TEST(ProblemProtoTest, ListsOfOtherLengthsAreRefused) {
  v1::WidthProblem problem = ThreeLayers();
  problem.add_exponent(1);
  EXPECT_THAT(SolveWidths(problem), FailsOnField("exponent"));
  problem = ThreeLayers();
  problem.clear_unit_cost();
  EXPECT_THAT(SolveWidths(problem), FailsOnField("unit_cost"));
  problem = ThreeLayers();
  problem.add_cap(1);
  problem.add_cap(1);
  EXPECT_THAT(SolveWidths(problem), FailsOnField("cap"));
}

TEST(ProblemProtoTest, BadValuesAreRefusedByName) {
  v1::WidthProblem problem = ThreeLayers();
  problem.set_work(1, NAN);
  EXPECT_THAT(SolveWidths(problem), FailsOnField("work[1]"));
  problem = ThreeLayers();
  problem.add_floor(5);
  EXPECT_THAT(SolveWidths(problem), FailsOnField("budget"));
  problem = ThreeLayers();
  problem.set_reference_width(0);
  EXPECT_THAT(SolveWidths(problem), FailsOnField("reference_width"));
  problem = ThreeLayers();
  problem.set_quantum(13);
  EXPECT_THAT(SolveWidths(problem), FailsOnField("quantum"));
  EXPECT_THAT(SolveWidths(v1::WidthProblem()), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace widthlab::schedule
