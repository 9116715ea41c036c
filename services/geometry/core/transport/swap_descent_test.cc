#include "services/geometry/core/transport/swap_descent.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/transport/coupling_loss.h"
#include "services/geometry/core/transport/gromov_starts.h"
#include "services/geometry/core/transport/permuted_product.h"

namespace widthlab::geometry {
namespace {

Matrix RandomDistances(int64_t n, numeric::RandomStream& stream) {
  Matrix points(n, 5);
  for (int64_t i = 0; i < points.size(); ++i) points.data()[i] = stream.Normal();
  Matrix d(n, n);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) d(i, j) = (points.row(i) - points.row(j)).norm();
  }
  return d;
}

bool Never() { return false; }

SwapLog Descend(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
                absl::FunctionRef<bool()> cancelled, std::vector<int32_t>& permutation) {
  PermutedProduct product(pool, dx, dy);
  return DescendBySwaps(pool, dx, dy, product, 1e-12, cancelled, permutation);
}

TEST(SwapDescentTest, UndoesOneExchange) {
  // Points 0, 1, 3 and 7 of a line, all distances different.
  Matrix d(4, 4);
  const double at[] = {0, 1, 3, 7};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) d(i, j) = std::fabs(at[i] - at[j]);
  }
  numeric::ThreadPool pool(1);
  std::vector<int32_t> permutation = {3, 1, 2, 0};
  EXPECT_EQ(Descend(pool, d, d, Never, permutation).swaps, 1);
  EXPECT_EQ(permutation, IdentityPermutation(4));
}

TEST(SwapDescentTest, LeavesNoExchangeThatLowersTheLoss) {
  numeric::RandomStream stream(1, "swaps");
  numeric::ThreadPool pool(2);
  for (const int64_t n : {2, 3, 21, 60}) {
    const Matrix dx = RandomDistances(n, stream), dy = RandomDistances(n, stream);
    std::vector<int32_t> permutation = RandomPermutation(1, 0, n);
    const double before = PermutationLoss(pool, dx, dy, permutation);
    const SwapLog log = Descend(pool, dx, dy, Never, permutation);
    const double loss = PermutationLoss(pool, dx, dy, permutation);
    EXPECT_EQ(log.swaps > 0, loss < before);
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = i + 1; k < n; ++k) {
        std::vector<int32_t> other = permutation;
        std::swap(other[i], other[k]);
        EXPECT_GE(PermutationLoss(pool, dx, dy, other), loss - 1.1e-12)
            << n << " " << i << " " << k;
      }
    }
  }
}

TEST(SwapDescentTest, GivesTheSamePermutationForAnyNumberOfThreads) {
  numeric::RandomStream stream(2, "swaps");
  const Matrix dx = RandomDistances(150, stream), dy = RandomDistances(150, stream);
  std::vector<int32_t> expected;
  for (const int threads : {1, 2, 3, 8}) {
    numeric::ThreadPool pool(threads);
    std::vector<int32_t> permutation = IdentityPermutation(150);
    Descend(pool, dx, dy, Never, permutation);
    if (expected.empty()) expected = permutation;
    EXPECT_EQ(permutation, expected) << threads;
  }
}

TEST(SwapDescentTest, StopsWhenItIsCancelled) {
  numeric::RandomStream stream(3, "swaps");
  const Matrix dx = RandomDistances(30, stream), dy = RandomDistances(30, stream);
  numeric::ThreadPool pool(1);
  std::vector<int32_t> permutation = IdentityPermutation(30);
  const SwapLog log = Descend(pool, dx, dy, [] { return true; }, permutation);
  EXPECT_TRUE(log.cancelled);
  EXPECT_EQ(permutation, IdentityPermutation(30));
}

}  // namespace
}  // namespace widthlab::geometry
