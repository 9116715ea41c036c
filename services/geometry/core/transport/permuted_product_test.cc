#include "services/geometry/core/transport/permuted_product.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

Matrix RandomSymmetric(int64_t n, uint64_t seed) {
  numeric::RandomStream stream(seed, "permuted_product");
  Matrix m(n, n);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) m(i, j) = m(j, i) = stream.Normal();
  }
  return m;
}

std::vector<int32_t> RandomOrder(int64_t n, uint64_t seed) {
  const std::vector<int64_t> order = numeric::RandomStream(seed, "order").Permutation(n);
  return std::vector<int32_t>(order.begin(), order.end());
}

Matrix ByDefinition(const Matrix& dx, const Matrix& dy, const std::vector<int32_t>& permutation) {
  Matrix result = Matrix::Zero(dx.rows(), dx.cols());
  for (int64_t i = 0; i < dx.rows(); ++i) {
    for (int64_t j = 0; j < dx.rows(); ++j) {
      for (int64_t k = 0; k < dx.rows(); ++k) result(i, j) -= dx(i, k) * dy(j, permutation[k]);
    }
  }
  return result;
}

TEST(PermutedProductTest, OfTwoPointsByHand) {
  Matrix dx(2, 2), dy(2, 2), expected(2, 2);
  dx << 0, 3, 3, 0;
  dy << 0, 5, 5, 0;
  numeric::ThreadPool pool(1);
  PermutedProduct product(pool, dx, dy);
  expected << -15, 0, 0, -15;
  EXPECT_EQ(*product.NegativeAt({0, 1}), expected);
  expected << 0, -15, -15, 0;
  EXPECT_EQ(*product.NegativeAt({1, 0}), expected);
}

TEST(PermutedProductTest, FollowsThePermutationThroughManyChanges) {
  constexpr int64_t kN = 45;
  const Matrix dx = RandomSymmetric(kN, 1), dy = RandomSymmetric(kN, 2);
  numeric::ThreadPool pool(2);
  PermutedProduct product(pool, dx, dy);
  std::vector<int32_t> permutation = RandomOrder(kN, 3);
  numeric::RandomStream stream(4, "changes");
  // Some exchanges, sometimes none and sometimes all new: 4·n columns are replaced several times.
  for (int step = 0; step < 60; ++step) {
    if (step % 20 == 19) permutation = RandomOrder(kN, step);
    for (int64_t swaps = static_cast<int64_t>(stream.Below(12)); swaps > 0; --swaps) {
      std::swap(permutation[stream.Below(kN)], permutation[stream.Below(kN)]);
    }
    const Matrix expected = ByDefinition(dx, dy, permutation);
    EXPECT_LE((*product.NegativeAt(permutation) - expected).cwiseAbs().maxCoeff(), 1e-12) << step;
  }
}

TEST(PermutedProductTest, GivesTheSameBitsForAnyNumberOfThreads) {
  constexpr int64_t kN = 150;
  const Matrix dx = RandomSymmetric(kN, 5), dy = RandomSymmetric(kN, 6);
  Matrix expected;
  for (const int threads : {1, 2, 3, 8}) {
    numeric::ThreadPool pool(threads);
    PermutedProduct product(pool, dx, dy);
    std::vector<int32_t> permutation = RandomOrder(kN, 7);
    product.NegativeAt(permutation);
    for (int64_t i = 0; i + 1 < 40; i += 2) std::swap(permutation[i], permutation[i + 1]);
    const Matrix& found = *product.NegativeAt(permutation);
    if (expected.size() == 0) expected = found;
    EXPECT_EQ(found, expected) << threads;
  }
}

TEST(PermutedProductTest, IsMadeAgainAfterACallThatWasCancelled) {
  constexpr int64_t kN = 80;
  const Matrix dx = RandomSymmetric(kN, 8), dy = RandomSymmetric(kN, 9);
  numeric::ThreadPool pool(1);
  PermutedProduct product(pool, dx, dy);
  std::vector<int32_t> permutation = RandomOrder(kN, 10);
  const auto always = [] { return true; };
  EXPECT_EQ(product.NegativeAt(permutation, always), nullptr);
  EXPECT_NE(product.NegativeAt(permutation), nullptr);
  std::swap(permutation[0], permutation[1]);
  EXPECT_EQ(product.NegativeAt(permutation, always), nullptr);
  const Matrix expected = ByDefinition(dx, dy, permutation);
  EXPECT_LE((*product.NegativeAt(permutation) - expected).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace widthlab::geometry
