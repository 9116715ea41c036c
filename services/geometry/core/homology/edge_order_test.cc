#include "services/geometry/core/homology/edge_order.h"

#include <cmath>
#include <initializer_list>
#include <vector>

#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

Matrix Line(std::initializer_list<double> at) {
  Matrix d(at.size(), at.size());
  for (size_t i = 0; i < at.size(); ++i) {
    for (size_t j = 0; j < at.size(); ++j) d(i, j) = std::abs(at.begin()[i] - at.begin()[j]);
  }
  return d;
}

EdgeOrder Sorted(const Matrix& distance) {
  numeric::ThreadPool pool(2);
  return *EdgeOrder::Sort(pool, distance, [] { return false; });
}

TEST(EdgeOrderTest, RanksByLengthThenByEnds) {
  // Points 0, 1, 2, 3 on a line: three edges of length 1, then two of length 2. The edge of length
  // 3 is beyond the enclosing radius 2.
  const EdgeOrder order = Sorted(Line({0, 1, 2, 3}));
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
  const EdgeOrder order = Sorted(Line({0, 1, 2}));
  ASSERT_EQ(order.stride(), 8);
  for (int k = 3; k < 8; ++k) EXPECT_EQ(order.row(1)[k], EdgeOrder::kNone);
}

TEST(EdgeOrderTest, AsksEverySoManyRowsAndStopsWhereverItIsCancelled) {
  constexpr int kPoints = 640;
  Matrix distance = Matrix::Zero(kPoints, kPoints);
  for (int i = 0; i < kPoints; ++i) {
    for (int j = 0; j < kPoints; ++j) distance(i, j) = std::abs(std::sin(i) - std::sin(j));
  }
  numeric::ThreadPool pool(1);
  int questions = 0;
  EXPECT_TRUE(EdgeOrder::Sort(pool, distance, [&] { return ++questions < 0; }).has_value());
  const int all = questions;
  EXPECT_GE(all, 4 * kPoints / 64 + 2);  // four passes over the rows, the sort and the ranks
  for (int last = 1; last <= all; ++last) {
    questions = 0;
    EXPECT_FALSE(EdgeOrder::Sort(pool, distance, [&] { return ++questions >= last; }).has_value());
    EXPECT_EQ(questions, last);
  }
}

}  // namespace
}  // namespace widthlab::geometry
