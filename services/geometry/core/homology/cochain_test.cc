#include "services/geometry/core/homology/cochain.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"
#include "services/geometry/core/homology/rank_set.h"

namespace widthlab::geometry {
namespace {

std::vector<Edge> Take(Cochain& cochain) {
  std::vector<Edge> edges;
  cochain.TakeEdges([&](Edge edge) { edges.push_back(edge); });
  std::sort(edges.begin(), edges.end());
  return edges;
}

TEST(CochainTest, HoldsEdgesThatWereToggledAnOddNumberOfTimes) {
  Cochain cochain(300);
  for (const Edge edge : {Edge{0, 299}, Edge{4, 70}, Edge{0, 299}, Edge{4, 5}}) {
    cochain.Toggle(edge);
  }
  EXPECT_FALSE(cochain.Has(0, 299));
  EXPECT_TRUE(cochain.Has(4, 70));
  EXPECT_TRUE(cochain.Has(70, 4));
  EXPECT_EQ(cochain.touched(), (std::vector<int32_t>{0, 299, 4, 70, 5}));
  EXPECT_EQ(Take(cochain), (std::vector<Edge>{{4, 5}, {4, 70}}));
}

TEST(CochainTest, IsEmptyOnceItsEdgesAreTaken) {
  Cochain cochain(65);
  cochain.Toggle({1, 64});
  Take(cochain);
  EXPECT_TRUE(cochain.touched().empty());
  EXPECT_FALSE(cochain.Has(64, 1));
  cochain.Toggle({1, 64});
  EXPECT_EQ(Take(cochain), (std::vector<Edge>{{1, 64}}));
}

TEST(CochainTest, PadsRowsWithZeros) {
  Cochain cochain(3);
  ASSERT_EQ(cochain.words(), 4);
  cochain.Toggle({0, 2});
  EXPECT_EQ(cochain.row(0)[0], 4);
  for (int w = 1; w < 4; ++w) EXPECT_EQ(cochain.row(0)[w], 0);
}

TEST(RankSetTest, IsWalkedInOrder) {
  RankSet set(300);
  for (const int32_t rank : {130, 64, 130}) set.Insert(rank);
  EXPECT_EQ(set.Next(0, 300), 64);
  EXPECT_EQ(set.Next(65, 300), 130);
  EXPECT_EQ(set.Next(65, 130), 130);  // the end: there is none before it
  EXPECT_EQ(set.Next(131, 300), 300);
}

TEST(RankSetTest, ClearsWholeWords) {
  RankSet set(200);
  for (const int32_t rank : {10, 70, 199}) set.Insert(rank);
  set.ClearAround(65, 66);
  EXPECT_EQ(set.Next(11, 200), 199);
  set.ClearAround(0, 200);
  EXPECT_EQ(set.Next(0, 200), 200);
}

}  // namespace
}  // namespace widthlab::geometry
