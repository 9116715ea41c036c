#include "services/geometry/core/transport/alternating_tree.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/transport/lattice_diagram.h"

namespace widthlab::geometry {
namespace {

constexpr int32_t kDiagonal = AlternatingTree::kDiagonal;

int64_t Small(ExactCost cost) { return static_cast<int64_t>(cost); }

ExactCost Excess(const AlternatingTree& tree, int32_t i, int32_t j) {
  return tree.RowPrice(i) + tree.ColumnPrice(j) - tree.Cost(i, j);
}

ExactCost MatchingCost(const AlternatingTree& tree) {
  ExactCost cost = 0;
  for (int32_t i = 0; i < tree.row_count(); ++i) {
    const int32_t j = tree.column_of(i);
    cost += j == kDiagonal ? tree.RowDiagonal(i) : tree.Cost(i, j);
  }
  for (int32_t j = 0; j < tree.column_count(); ++j) {
    if (tree.row_of(j) == kDiagonal) cost += tree.ColumnDiagonal(j);
  }
  return cost;
}

ExactCost PriceSum(const AlternatingTree& tree) {
  ExactCost sum = 0;
  for (int32_t i = 0; i < tree.row_count(); ++i) sum += tree.RowPrice(i);
  for (int32_t j = 0; j < tree.column_count(); ++j) sum += tree.ColumnPrice(j);
  return sum;
}

TEST(LatticeDiagramTest, CostsAreExactBeyondDoubles) {
  const LatticePoint a{0, int64_t{1} << 53}, b{1, (int64_t{1} << 53) - 1};
  EXPECT_EQ(Small(ExactDistance(a, b, GroundNorm::kEuclidean)), 2 * (1 + 1));
  EXPECT_EQ(Small(ExactDistance(a, b, GroundNorm::kMaximum)), 4);
  const ExactCost square = ExactCost{1} << 106;
  EXPECT_TRUE(ExactDistanceToDiagonal(a) == square);
  EXPECT_TRUE(ExactDistanceToDiagonal(b) == square - (ExactCost{1} << 55) + 4);
}

TEST(LatticeDiagramTest, LeavesRoomForLongSums) {
  EXPECT_EQ(LatticeBits(0), 54);
  EXPECT_EQ(LatticeBits(18000), 53);  // 2·53 + 4 + 15 = 125 bits beside the sign
  EXPECT_EQ(LatticeBits(1 << 20), 50);
  EXPECT_EQ(ToLattice({{0.75, -1}}, 3)[0].birth, 6);
  EXPECT_EQ(ToLattice({{0.75, -1}}, 3)[0].death, -8);
}

TEST(AlternatingTreeTest, BeginsWithEverythingOnTheDiagonal) {
  const AlternatingTree tree({{0, 3}}, {{0, 5}, {1, 2}}, GroundNorm::kEuclidean);
  EXPECT_EQ(tree.column_of(0), kDiagonal);
  EXPECT_EQ(Small(tree.RowPrice(0)), 9);
  EXPECT_EQ(Small(tree.ColumnPrice(0)), 25);
  EXPECT_EQ(Small(tree.ColumnPrice(1)), 1);
}

TEST(AlternatingTreeTest, ChangesPartnersAlongAPath) {
  // Rows at deaths 10 and 14, columns at 11 and 30, all born at 0: costs 2·(difference)².
  AlternatingTree tree({{0, 10}, {0, 14}}, {{0, 11}, {0, 30}}, GroundNorm::kEuclidean);
  tree.Enter(0, 0, Excess(tree, 0, 0));
  EXPECT_EQ(tree.column_of(0), 0);
  EXPECT_EQ(Small(tree.ColumnPrice(0)), 2 - 100);  // the row still hangs from the diagonal
  // Row 1 takes the column away, and row 0 goes back to the diagonal.
  EXPECT_EQ(Small(Excess(tree, 1, 0)), 196 - 98 - 18);
  tree.Enter(1, 0, Excess(tree, 1, 0));
  EXPECT_EQ(tree.column_of(1), 0);
  EXPECT_EQ(tree.column_of(0), kDiagonal);
  EXPECT_EQ(Small(tree.ColumnPrice(0)), 18 - 196);
  // For column 1 both diagonals are dearer than row 1, which hangs there now, with column 0 below.
  EXPECT_EQ(Small(Excess(tree, 1, 1)), 196 + 900 - 512);
  tree.Enter(1, 1, Excess(tree, 1, 1));
  EXPECT_EQ(tree.column_of(1), 0);
  EXPECT_EQ(Small(tree.RowPrice(1)), 512 - 900);
  EXPECT_EQ(Small(tree.ColumnPrice(0)), 18 - (512 - 900));
  // Row 0 takes column 0 back, and the path from there to the diagonal turns round.
  tree.Enter(0, 0, Excess(tree, 0, 0));
  EXPECT_EQ(tree.column_of(0), 0);
  EXPECT_EQ(tree.column_of(1), 1);
  EXPECT_EQ(Small(MatchingCost(tree)), 2 + 512);
  EXPECT_TRUE(MatchingCost(tree) == PriceSum(tree));
}

TEST(AlternatingTreeTest, PricesAlwaysFitTheMatching) {
  // Whatever enters, the prices of matched pairs sum to their costs, so both sums stay equal, and
  // every entering pair lowers the matching's cost or leaves it.
  numeric::RandomStream stream(1, "tree");
  for (const GroundNorm norm : {GroundNorm::kEuclidean, GroundNorm::kMaximum}) {
    std::vector<LatticePoint> sides[2];
    for (auto& side : sides) {
      for (int k = 0; k < 40; ++k) {
        const int64_t birth = stream.Below(20);
        side.push_back({birth, birth + 1 + static_cast<int64_t>(stream.Below(30))});
      }
    }
    AlternatingTree tree(sides[0], sides[1], norm);
    int pivots = 0;
    for (int seen = 0; seen < 20000; ++seen) {
      const int32_t i = static_cast<int32_t>(stream.Below(41)) - 1;
      const int32_t j = static_cast<int32_t>(stream.Below(41)) - 1;
      if (i == kDiagonal && j == kDiagonal) continue;
      const ExactCost excess = i == kDiagonal   ? tree.ColumnPrice(j) - tree.ColumnDiagonal(j)
                               : j == kDiagonal ? tree.RowPrice(i) - tree.RowDiagonal(i)
                                                : Excess(tree, i, j);
      if (excess <= 0) continue;
      const ExactCost before = MatchingCost(tree);
      tree.Enter(i, j, excess);
      ++pivots;
      ASSERT_TRUE(MatchingCost(tree) <= before);
      ASSERT_TRUE(MatchingCost(tree) == PriceSum(tree));
      if (i != kDiagonal && j != kDiagonal) {
        ASSERT_TRUE(Excess(tree, i, j) == 0);
      }
    }
    EXPECT_GT(pivots, 100);
  }
}

}  // namespace
}  // namespace widthlab::geometry
