#include "services/geometry/core/homology/lens.h"

#include <cmath>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

EdgeOrder Sorted(const Matrix& distance) {
  numeric::ThreadPool pool(2);
  return *EdgeOrder::Sort(pool, distance, [] { return false; });
}

LensTable TableOf(const EdgeOrder& order) {
  numeric::ThreadPool pool(2);
  return *LensTable::Make(pool, order, [] { return false; });
}

Matrix RandomDissimilarity(int64_t n, uint64_t seed) {
  numeric::RandomStream stream(seed, "lens");
  Matrix d = Matrix::Zero(n, n);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < i; ++j) d(i, j) = d(j, i) = stream.Uniform();
  }
  return d;
}

// By the definition.
std::vector<int32_t> PointsOfLens(const EdgeOrder& order, int32_t rank) {
  const Edge edge = order.ends(rank);
  std::vector<int32_t> points;
  for (int32_t k = 0; k < order.points(); ++k) {
    if (order.row(edge.i)[k] < rank && order.row(edge.j)[k] < rank) points.push_back(k);
  }
  return points;
}

// For every `step`th edge.
void ExpectAgreesWithTheDefinition(const EdgeOrder& order, int32_t step) {
  const LensTable lenses = TableOf(order);
  for (int32_t rank = 0; rank < order.edges(); rank += step) {
    const std::vector<int32_t> points = PointsOfLens(order, rank);
    ASSERT_EQ(lenses.IsEmpty(rank), points.empty()) << rank;
    if (points.empty()) continue;
    ASSERT_EQ(lenses.Begin(rank) % 8, 0) << rank;
    ASSERT_LE(lenses.Begin(rank), points[0]) << rank;
    for (const int32_t k : points) ASSERT_EQ(lenses.IsSmallest(rank, k), k == points[0]) << rank;
  }
}

TEST(LensTest, HoldsPointsNearerToBothEnds) {
  // Points 0, 1, 2 and 3 on a line: edges 0-1, 1-2, 2-3, 0-2, 1-3; 0-3 is beyond the radius.
  Matrix d(4, 4);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) d(i, j) = std::abs(i - j);
  }
  const EdgeOrder order = Sorted(d);
  EXPECT_EQ(Lens(order, 2).EightPoints(0), 0u);
  EXPECT_EQ(Lens(order, 3).EightPoints(0), 1u << 1);
  EXPECT_EQ(Lens(order, 4).EightPoints(0), 1u << 2);
  const LensTable lenses = TableOf(order);
  for (int32_t rank = 0; rank < 5; ++rank) EXPECT_EQ(lenses.IsEmpty(rank), rank < 3) << rank;
  EXPECT_TRUE(lenses.IsSmallest(3, 1));
}

TEST(LensTableTest, AgreesWithTheDefinition) {
  for (const int n : {3, 8, 9, 100, 300}) {
    ExpectAgreesWithTheDefinition(Sorted(RandomDissimilarity(n, 1)), 1);
  }
}

TEST(LensTableTest, AgreesWithTheDefinitionWhereABlockIsMoreThanEightPoints) {
  // In the order of points on a line the smallest point of a lens may be any.
  constexpr int kPoints = 2100;
  Matrix d = Matrix::Zero(kPoints, kPoints);
  for (int i = 0; i < kPoints; ++i) {
    for (int j = 0; j < kPoints; ++j) d(i, j) = std::abs(i - j);
  }
  const EdgeOrder order = Sorted(d);
  ExpectAgreesWithTheDefinition(order, 1009);
}

TEST(LensTableTest, IsNotMadeOnceItIsCancelled) {
  const EdgeOrder order = Sorted(RandomDissimilarity(150, 2));
  numeric::ThreadPool pool(1);
  int questions = 0;
  EXPECT_TRUE(LensTable::Make(pool, order, [&] { return ++questions < 0; }).has_value());
  const int all = questions;
  EXPECT_GE(all, 2);
  for (int last = 1; last <= all; ++last) {
    questions = 0;
    EXPECT_FALSE(LensTable::Make(pool, order, [&] { return ++questions >= last; }).has_value());
  }
}

}  // namespace
}  // namespace widthlab::geometry
