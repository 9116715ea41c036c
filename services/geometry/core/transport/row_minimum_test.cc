#include "services/geometry/core/transport/row_minimum.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(RowMinimumTest, FindsTheTwoSmallestOfAnyLength) {
  numeric::RandomStream stream(1, "row_minimum");
  for (int n = 1; n < 40; ++n) {
    std::vector<double> cost(n), potential(n), reduced(n);
    for (int j = 0; j < n; ++j) {
      cost[j] = static_cast<double>(stream.Below(8));
      potential[j] = static_cast<double>(stream.Below(3));
      reduced[j] = cost[j] - potential[j];
    }
    const TwoSmallest two = TwoSmallestReduced(cost.data(), potential.data(), n);
    const auto least = std::min_element(reduced.begin(), reduced.end());
    EXPECT_EQ(two.index, least - reduced.begin());
    EXPECT_EQ(two.least, *least);
    *least = kInfinity;
    EXPECT_EQ(two.second, *std::min_element(reduced.begin(), reduced.end()));
    if (n > 1) {
      EXPECT_EQ(reduced[two.second_index], two.second);
    }
  }
}

TEST(RowMinimumTest, LowersOnlyWhatGetsShorterAndIsNotDone) {
  const std::vector<double> cost = {5, 1, 2, 9, 4};
  const std::vector<double> potential = {0, -kInfinity, 1, 0, 0};
  std::vector<double> distance = {6, kInfinity, kInfinity, 8, 5};
  std::vector<int32_t> predecessor(5, -1);
  EXPECT_EQ(
      LowerDistances(cost.data(), potential.data(), 0.5, 3, 5, distance.data(), predecessor.data()),
      2);
  EXPECT_EQ(distance, (std::vector<double>{5.5, kInfinity, 1.5, 8, 4.5}));
  EXPECT_EQ(predecessor, (std::vector<int32_t>{3, -1, 3, -1, 3}));
}

TEST(RowMinimumTest, PicksTheNearestOfAnyLength) {
  numeric::RandomStream stream(2, "row_minimum");
  for (int n = 1; n < 40; ++n) {
    std::vector<double> cost(n), potential(n, 0), distance(n), expected(n);
    for (int j = 0; j < n; ++j) {
      cost[j] = static_cast<double>(stream.Below(6));
      distance[j] = static_cast<double>(stream.Below(6));
      if (stream.Below(4) == 0) {
        potential[j] = -kInfinity;
        distance[j] = kInfinity;
      }
      expected[j] = std::min(distance[j], cost[j] + 1 - potential[j]);
    }
    const auto least = std::min_element(expected.begin(), expected.end());
    const int32_t nearest =
        *least == kInfinity ? -1 : static_cast<int32_t>(least - expected.begin());
    std::vector<int32_t> predecessor(n, -1);
    EXPECT_EQ(
        LowerDistances(cost.data(), potential.data(), 1, 7, n, distance.data(), predecessor.data()),
        nearest);
    EXPECT_EQ(distance, expected);
  }
}

}  // namespace
}  // namespace widthlab::geometry
