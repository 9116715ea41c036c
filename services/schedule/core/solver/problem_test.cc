#include "services/schedule/core/solver/problem.h"

#include <functional>
#include <limits>
#include <string>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/solver/testing_problem.h"

namespace widthlab::schedule {
namespace {

using testing::HasSubstr;

OwnedProblem ThreeLayers() {
  OwnedProblem p(3);
  p.floor = {1, 1, 1};
  p.cap = {10, 10, 10};
  p.budget = 12;
  return p;
}

TEST(ProblemTest, AcceptsAFeasibleProblem) {
  EXPECT_THAT(CheckProblem(ThreeLayers().View()), IsOk());
}

TEST(ProblemTest, ReferenceWidthDefaultsToTheMeanWidth) {
  OwnedProblem p = ThreeLayers();
  EXPECT_EQ(ReferenceWidth(p.View()), 4);
  p.reference_width = 7;
  EXPECT_EQ(ReferenceWidth(p.View()), 7);
}

TEST(ProblemTest, BudgetsAtTheSumOfBoundsAreFeasibleInSpiteOfRounding) {
  OwnedProblem p(10);
  p.floor.assign(10, 0.1);
  p.budget = 1;
  EXPECT_THAT(CheckProblem(p.View()), IsOk());
  p.floor.assign(10, 0.05);
  p.cap.assign(10, 0.1);
  EXPECT_THAT(CheckProblem(p.View()), IsOk());
}

TEST(ProblemTest, InfeasibleBudgetGivesTheInterval) {
  OwnedProblem p = ThreeLayers();
  p.budget = 2;
  const absl::Status status = CheckProblem(p.View());
  EXPECT_THAT(status, FailsOnField("budget"));
  EXPECT_THAT(FactsOf(status)->metadata["allowed"], HasSubstr("[3, 30]"));
  EXPECT_EQ(FactsOf(status)->metadata["value"], "2");
}

struct BadCase {
  std::string name;
  std::function<void(OwnedProblem&)> damage;
  std::string field;
};

class BadProblemTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadProblemTest, IsRefusedNamingTheField) {
  OwnedProblem p = ThreeLayers();
  GetParam().damage(p);
  EXPECT_THAT(CheckProblem(p.View()), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(CheckProblem(p.View()), FailsOnField(GetParam().field));
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

INSTANTIATE_TEST_SUITE_P(
    Fields, BadProblemTest,
    testing::Values(
        BadCase{"Empty", [](OwnedProblem& p) { p = OwnedProblem(0); }, "work"},
        BadCase{"TooLong", [](OwnedProblem& p) { p = OwnedProblem(10001); }, "work"},
        BadCase{"Length", [](OwnedProblem& p) { p.exponent.pop_back(); }, "exponent"},
        BadCase{"ZeroWork", [](OwnedProblem& p) { p.work[1] = 0; }, "work[1]"},
        BadCase{"NanWork", [](OwnedProblem& p) { p.work[2] = kNan; }, "work[2]"},
        BadCase{"InfiniteWork", [](OwnedProblem& p) { p.work[0] = kInf; }, "work[0]"},
        BadCase{"Sensitivity", [](OwnedProblem& p) { p.sensitivity[1] = -1; }, "sensitivity[1]"},
        BadCase{"Exponent", [](OwnedProblem& p) { p.exponent[0] = 0; }, "exponent[0]"},
        BadCase{"Cost", [](OwnedProblem& p) { p.unit_cost[0] = 0; }, "unit_cost[0]"},
        BadCase{"Floor", [](OwnedProblem& p) { p.floor[0] = -1; }, "floor[0]"},
        BadCase{"NanFloor", [](OwnedProblem& p) { p.floor[0] = kNan; }, "floor[0]"},
        BadCase{"NanCap", [](OwnedProblem& p) { p.cap[1] = kNan; }, "cap[1]"},
        BadCase{"Crossed", [](OwnedProblem& p) { p.cap[2] = 0.5; }, "cap[2]"},
        BadCase{"ZeroCap", [](OwnedProblem& p) { p.floor[2] = p.cap[2] = 0; }, "cap[2]"},
        BadCase{"NegativeBudget", [](OwnedProblem& p) { p.budget = -3; }, "budget"},
        BadCase{"NanBudget", [](OwnedProblem& p) { p.budget = kNan; }, "budget"},
        BadCase{"AboveCaps", [](OwnedProblem& p) { p.budget = 31; }, "budget"},
        BadCase{"NothingToSpare",
                [](OwnedProblem& p) {
                  p.floor[0] = 0;
                  p.budget = 2;
                },
                "budget"},
        BadCase{"Reference", [](OwnedProblem& p) { p.reference_width = -1; }, "reference_width"}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace widthlab::schedule
