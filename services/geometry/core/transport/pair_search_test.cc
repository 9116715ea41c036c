#include "services/geometry/core/transport/pair_search.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/transport/alternating_tree.h"
#include "services/geometry/core/transport/lattice_diagram.h"

namespace widthlab::geometry {
namespace {

std::vector<LatticePoint> RandomPoints(int count, int64_t range, numeric::RandomStream& stream) {
  std::vector<LatticePoint> points;
  for (int k = 0; k < count; ++k) {
    const int64_t birth = stream.Below(range);
    points.push_back({birth, birth + 1 + static_cast<int64_t>(stream.Below(range))});
  }
  return points;
}

TEST(PairSearchTest, FindsTheNearestColumnsThatAreWorthIt) {
  numeric::RandomStream stream(1, "pairs");
  for (const GroundNorm norm : {GroundNorm::kEuclidean, GroundNorm::kMaximum}) {
    const std::vector<LatticePoint> rows = RandomPoints(150, 1 << 30, stream);
    const std::vector<LatticePoint> columns = RandomPoints(200, 1 << 30, stream);
    const AlternatingTree tree(rows, columns, norm);
    PairLists pairs = PairSearch(rows, columns, norm, tree).NearPairs(3);
    for (int32_t i = 0; i < 150; ++i) {
      std::vector<std::pair<ExactCost, int32_t>> worth;
      for (int32_t j = 0; j < 200; ++j) {
        if (tree.Cost(i, j) < tree.RowDiagonal(i) + tree.ColumnDiagonal(j)) {
          worth.push_back({tree.Cost(i, j), j});
        }
      }
      std::sort(worth.begin(), worth.end());
      const size_t most = std::min<size_t>(3, worth.size());
      ASSERT_GE(pairs[i].size(), most);
      for (size_t k = 0; k < most; ++k) EXPECT_EQ(pairs[i][k], worth[k].second) << i;
      for (const int32_t j : pairs[i]) {
        EXPECT_TRUE(tree.Cost(i, j) < tree.RowDiagonal(i) + tree.ColumnDiagonal(j));
      }
    }
  }
}

TEST(PairSearchTest, FindsEveryRowThatHasAnExcessAndTheGreatest) {
  numeric::RandomStream stream(2, "pairs");
  // Coarse coordinates have ties, fine ones are beyond what doubles can tell apart.
  for (const int64_t range : {int64_t{10}, int64_t{1} << 52}) {
    const std::vector<LatticePoint> rows = RandomPoints(100, range, stream);
    const std::vector<LatticePoint> columns = RandomPoints(130, range, stream);
    const AlternatingTree tree(rows, columns, GroundNorm::kEuclidean);
    PairSearch search(rows, columns, GroundNorm::kEuclidean, tree);
    PairLists pairs(rows.size());
    int64_t listed = 0;
    const int64_t added = search.AddExcessivePairs(4, pairs);
    for (int32_t i = 0; i < 100; ++i) {
      listed += static_cast<int64_t>(pairs[i].size());
      ExactCost greatest = 0;
      int count = 0;
      for (int32_t j = 0; j < 130; ++j) {
        const ExactCost excess = tree.RowPrice(i) + tree.ColumnPrice(j) - tree.Cost(i, j);
        greatest = std::max(greatest, excess);
        count += excess > 0;
      }
      ASSERT_EQ(pairs[i].size(), static_cast<size_t>(std::min(4, count)));
      if (count == 0) continue;
      const int32_t j = pairs[i][0];
      EXPECT_TRUE(tree.RowPrice(i) + tree.ColumnPrice(j) - tree.Cost(i, j) == greatest);
    }
    EXPECT_EQ(added, listed);
  }
}

TEST(PairSearchTest, SpreadsRowsOverEqualColumns) {
  const std::vector<LatticePoint> equal(64, {0, 100});
  const AlternatingTree tree(equal, equal, GroundNorm::kEuclidean);
  const PairLists pairs = PairSearch(equal, equal, GroundNorm::kEuclidean, tree).NearPairs(1);
  for (int32_t i = 0; i < 64; ++i) EXPECT_EQ(pairs[i], std::vector<int32_t>{i});
}

}  // namespace
}  // namespace widthlab::geometry
