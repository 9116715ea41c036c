#include "services/schedule/core/solver/lattice.h"

#include <limits>
#include <vector>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNoCap = std::numeric_limits<double>::infinity();

TEST(LatticeTest, RoundsBoundsInwardsAndTheBudgetDown) {
  const std::vector<double> cost = {6, 9}, floor = {65, 0}, cap = {200, kNoCap};
  const auto lattice =
      MakeLattice({.unit_cost = cost, .floor = floor, .cap = cap, .budget = 3000}, 64);
  ASSERT_THAT(lattice, IsOk());
  EXPECT_THAT(lattice->least, ElementsAre(2, 0));
  EXPECT_THAT(lattice->most, ElementsAre(3, 5));
  EXPECT_EQ(lattice->unit, 3 * 64);
  EXPECT_EQ(lattice->budget, 15 * 192);
  EXPECT_EQ(lattice->spare, 15 * 192 - 2 * 6 * 64);
  EXPECT_FALSE(lattice->equal_costs);
}

TEST(LatticeTest, CostsThatAreNotIntegersHaveNoUnit) {
  const std::vector<double> cost = {1.5, 1.5}, floor = {0, 0}, cap = {kNoCap, kNoCap};
  const auto lattice =
      MakeLattice({.unit_cost = cost, .floor = floor, .cap = cap, .budget = 100}, 4);
  ASSERT_THAT(lattice, IsOk());
  EXPECT_EQ(lattice->unit, 0);
  EXPECT_EQ(lattice->budget, 100);
  EXPECT_TRUE(lattice->equal_costs);
}

TEST(LatticeTest, ALayerWhoseCapIsZeroStaysEmpty) {
  const std::vector<double> cost = {1, 1}, floor = {0, 0}, cap = {0, kNoCap};
  const auto lattice = MakeLattice(
      {.unit_cost = cost, .floor = floor, .cap = cap, .budget = 8, .least_quanta = 1}, 4);
  ASSERT_THAT(lattice, IsOk());
  EXPECT_THAT(lattice->least, ElementsAre(0, 1));
  EXPECT_EQ(lattice->most[0], 0);
}

TEST(LatticeTest, AQuantumBeyondTheBudgetIsRefused) {
  const std::vector<double> one = {1}, floor = {0}, cap = {kNoCap};
  for (int64_t quantum : {int64_t{0}, int64_t{-4}, int64_t{101}}) {
    EXPECT_THAT(MakeLattice({.unit_cost = one, .floor = floor, .cap = cap, .budget = 100}, quantum),
                FailsOnField("quantum"));
  }
}

TEST(LatticeTest, AQuantumThatTheBudgetHoldsABillionTimesIsRefused) {
  const std::vector<double> one = {1}, floor = {0}, cap = {kNoCap};
  const LatticeBounds bounds{.unit_cost = one, .floor = floor, .cap = cap, .budget = 1e30};
  EXPECT_THAT(MakeLattice(bounds, 1), FailsOnField("quantum"));
}

TEST(LatticeTest, NoMultipleBetweenFloorAndCapIsRefused) {
  const std::vector<double> cost = {1, 1}, floor = {0, 65}, cap = {kNoCap, 127};
  const auto lattice =
      MakeLattice({.unit_cost = cost, .floor = floor, .cap = cap, .budget = 1000}, 64);
  EXPECT_THAT(lattice, FailsOnField("floor[1]"));
}

TEST(LatticeTest, ABudgetJustBelowTheRoundedFloorsSaysWhatWouldHelp) {
  const std::vector<double> cost = {1, 1}, floor = {65, 65}, cap = {kNoCap, kNoCap};
  const auto lattice =
      MakeLattice({.unit_cost = cost, .floor = floor, .cap = cap, .budget = 250}, 64);
  EXPECT_THAT(lattice, FailsOnField("budget"));
  EXPECT_THAT(std::string(lattice.status().message()),
              HasSubstr("within one quantum: raise the budget by 6"));
  EXPECT_EQ(FactsOf(lattice.status())->metadata["allowed"], "at least 256");
}

}  // namespace
}  // namespace widthlab::schedule
