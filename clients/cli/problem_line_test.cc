#include "clients/cli/problem_line.h"

#include <cmath>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::ElementsAre;

TEST(ProblemLineTest, ListsAndSingleNumbersAreRead) {
  const auto problem = ParseProblem(
      R"({"work": [1, 2.5], "sensitivity": [1, 1], "exponent": 0.3, "unit_cost": [3, 6],)"
      R"( "floor": 1, "cap": null, "budget": 90, "reference_width": 10, "quantum": 2.0})");
  ASSERT_THAT(problem, IsOk());
  EXPECT_THAT(problem->work(), ElementsAre(1, 2.5));
  EXPECT_THAT(problem->exponent(), ElementsAre(0.3));
  EXPECT_THAT(problem->unit_cost(), ElementsAre(3, 6));
  EXPECT_EQ(problem->cap_size(), 0);
  EXPECT_EQ(problem->budget(), 90);
  EXPECT_EQ(problem->reference_width(), 10);
  EXPECT_EQ(problem->quantum(), 2);
}

TEST(ProblemLineTest, NonFiniteNumbersAreUnderstoodSoThatTheirFieldCanBeNamed) {
  const auto problem = ParseProblem(
      R"({"work": [NaN, "NaN"], "exponent": 1, "unit_cost": 1, "cap": [Infinity, 3], "budget": 5})");
  ASSERT_THAT(problem, IsOk());
  EXPECT_TRUE(std::isnan(problem->work(0)));
  EXPECT_TRUE(std::isnan(problem->work(1)));
  EXPECT_TRUE(std::isinf(problem->cap(0)));
}

TEST(ProblemLineTest, BadLinesNameTheKey) {
  EXPECT_THAT(ParseProblem("{\"work\": [1"), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(ParseProblem("[1]"), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(ParseProblem(R"({"wrok": [1]})"), FailsOnField("wrok"));
  EXPECT_THAT(ParseProblem(R"({"work": 1})"), FailsOnField("work"));
  EXPECT_THAT(ParseProblem(R"({"work": []})"), FailsOnField("work"));
  EXPECT_THAT(ParseProblem(R"({"work": [1, "x"]})"), FailsOnField("work[1]"));
  EXPECT_THAT(ParseProblem(R"({"work": [1], "exponent": true})"), FailsOnField("exponent"));
  EXPECT_THAT(ParseProblem(R"({"work": [1], "unit_cost": 1, "budget": 1})"),
              FailsOnField("exponent"));
  for (const char* quantum : {"0", "-64", "1.5", "\"64\"", "1e30"}) {
    EXPECT_THAT(ParseProblem(std::string("{\"work\": [1], \"quantum\": ") + quantum + "}"),
                FailsOnField("quantum"));
  }
}

TEST(ProblemLineTest, TheIntegerAnswerIsShownWhereItWasAskedFor) {
  schedule::v1::WidthProblem problem;
  schedule::v1::WidthSolution solution;
  solution.add_widths(1.5);
  solution.add_bounds(schedule::v1::WIDTH_BOUND_CAP);
  solution.add_integer_widths(1);
  EXPECT_EQ(SolutionJson(problem, solution).dump(),
            R"({"widths":[1.5],"multiplier":0.0,"objective":0.0,"budget_residual":0.0,)"
            R"("stationarity_residual":0.0,"complementarity_residual":0.0,"bound":["CAP"]})");
  problem.set_quantum(1);
  EXPECT_EQ(SolutionJson(problem, solution)["integer_widths"].dump(), "[1]");
}

}  // namespace
}  // namespace widthlab::cli
