#include "services/schedule/core/families/solve_work.h"

#include <vector>

#include "common/architecture/architecture.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

WidthBudget ThreeLayers() {
  return *MakeWidthBudget(
      architecture::UniformArchitecture(
          {.vocab_size = 10, .hidden_size = 4, .layers = 3, .heads = 2, .ffn_width = 40}),
      {.quantum = 10});
}

// a = 1: proportional to the square root of the work, 1 : 2 : 3 of 120.
TEST(SolveWorkTest, ThreeLayersByHand) {
  const auto solved = SolveWork(
      {.work = {1, 4, 9}, .sensitivity = {1, 1, 1}, .exponent = {1, 1, 1}}, ThreeLayers());
  ASSERT_THAT(solved, IsOk());
  EXPECT_THAT(solved->solution.widths,
              ElementsAre(DoubleNear(20, 1e-10), DoubleNear(40, 1e-10), DoubleNear(60, 1e-10)));
  EXPECT_THAT(solved->integers.widths, ElementsAre(20, 40, 60));
  EXPECT_EQ(solved->reference_width, 40);
  EXPECT_EQ(solved->integers.gap_bound, 0);
}

TEST(SolveWorkTest, ALayerWithoutMuchWorkRestsOnTheFloor) {
  const auto solved = SolveWork(
      {.work = {1e-9, 1, 1}, .sensitivity = {1, 1, 1}, .exponent = {1, 1, 1}}, ThreeLayers());
  ASSERT_THAT(solved, IsOk());
  EXPECT_THAT(solved->integers.widths, ElementsAre(10, 60, 50));
  EXPECT_EQ(solved->solution.bounds[0], Bound::kFloor);
}

TEST(SolveWorkTest, BadWorkIsRefused) {
  EXPECT_THAT(SolveWork({.work = {0, 1, 1}, .sensitivity = {1, 1, 1}, .exponent = {1, 1, 1}},
                        ThreeLayers()),
              FailsOnField("work[0]"));
}

}  // namespace
}  // namespace widthlab::schedule
