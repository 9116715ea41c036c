#include "services/geometry/core/homology/edge_order.h"

#include <cmath>
#include <initializer_list>
#include <vector>

#include "gtest/gtest.h"
#include "services/geometry/core/homology/lens.h"

namespace widthlab::geometry {
namespace {

Matrix Line(std::initializer_list<double> at) {
  Matrix d(at.size(), at.size());
  for (size_t i = 0; i < at.size(); ++i) {
    for (size_t j = 0; j < at.size(); ++j) d(i, j) = std::abs(at.begin()[i] - at.begin()[j]);
  }
  return d;
}

TEST(EdgeOrderTest, RanksByLengthThenByEnds) {
  // Points 0, 1, 2, 3 on a line: three edges of length 1, then two of length 2. The edge of length
  // 3 is beyond the enclosing radius 2.
  const EdgeOrder order(Line({0, 1, 2, 3}));
  ASSERT_EQ(order.edges(), 5);
  EXPECT_EQ(order.row(0)[1], 0);
  EXPECT_EQ(order.row(2)[1], 1);
  EXPECT_EQ(order.row(3)[2], 2);
  EXPECT_EQ(order.row(0)[2], 3);
  EXPECT_EQ(order.row(1)[3], 4);
  EXPECT_EQ(order.row(0)[3], EdgeOrder::kNone);
  EXPECT_EQ(order.row(1)[1], EdgeOrder::kNone);
  EXPECT_EQ(order.ends(3).i, 0);
  EXPECT_EQ(order.ends(3).j, 2);
}

TEST(EdgeOrderTest, PadsRowsWithNone) {
  const EdgeOrder order(Line({0, 1, 2}));
  ASSERT_EQ(order.stride(), 8);
  for (int k = 3; k < 8; ++k) EXPECT_EQ(order.row(1)[k], EdgeOrder::kNone);
}

TEST(LensTest, HoldsPointsNearerToBothEnds) {
  const EdgeOrder order(Line({0, 1, 2, 3}));
  numeric::ThreadPool pool(2);
  const std::vector<int32_t> smallest = SmallestLensPoints(pool, order, [] { return false; });
  EXPECT_EQ(smallest, (std::vector<int32_t>{kEmptyLens, kEmptyLens, kEmptyLens, 1, 2}));
}

}  // namespace
}  // namespace widthlab::geometry
