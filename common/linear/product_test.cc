#include "common/linear/product.h"

#include <tuple>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::linear {
namespace {

Matrix Random(int64_t rows, int64_t columns, uint64_t seed) {
  numeric::RandomStream stream(seed, "product");
  Matrix m(rows, columns);
  for (int64_t i = 0; i < m.size(); ++i) m.data()[i] = stream.Normal();
  return m;
}

TEST(ProductTest, MultipliesSmallMatricesByHand) {
  numeric::ThreadPool pool(1);
  Matrix a(2, 3), b(1, 3);
  a << 1, 2, 3, 4, 5, 6;
  b << 7, 8, 9;
  const Matrix c = MultiplyTransposed(pool, a, b);
  ASSERT_EQ(c.rows(), 2);
  ASSERT_EQ(c.cols(), 1);
  EXPECT_EQ(c(0, 0), 50);
  EXPECT_EQ(c(1, 0), 122);
}

TEST(ProductTest, AgreesWithASimpleProductForAnyShape) {
  numeric::ThreadPool pool(2);
  for (const auto& [m, n, k] : std::vector<std::tuple<int, int, int>>{
           {1, 1, 1}, {3, 5, 7}, {4, 12, 256}, {49, 13, 300}, {97, 61, 513}, {5, 5, 0}}) {
    const Matrix a = Random(m, k, 1);
    const Matrix b = Random(n, k, 2);
    const Matrix expected = a * b.transpose();
    const Matrix actual = MultiplyTransposed(pool, a, b);
    if (m * n > 0) {
      EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), 1e-13 * (k + 1)) << m << n << k;
    }
  }
}

TEST(ProductTest, GramIsExactlySymmetricAndEqualToTheProduct) {
  numeric::ThreadPool pool(2);
  const Matrix a = Random(101, 77, 3);
  const Matrix gram = GramMatrix(pool, a);
  EXPECT_EQ(gram, Matrix(gram.transpose()));
  EXPECT_LE((gram - a * a.transpose()).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(ProductTest, ReordersColumns) {
  numeric::ThreadPool pool(2);
  const Matrix a = Random(30, 30, 4);
  const Matrix b = Random(30, 30, 5);
  const std::vector<int64_t> order = numeric::RandomStream(6, "order").Permutation(30);
  const std::vector<int32_t> narrow(order.begin(), order.end());
  Matrix shuffled(30, 30);
  for (int64_t k = 0; k < 30; ++k) shuffled.col(k) = b.col(order[k]);
  Matrix out(30, 30);
  MultiplyTransposedReordered(pool, a, b, narrow, out);
  EXPECT_EQ(out, MultiplyTransposed(pool, a, shuffled));
}

TEST(ProductTest, AddsToWhatIsThere) {
  numeric::ThreadPool pool(2);
  const Matrix a = Random(70, 9, 8);
  const Matrix b = Random(50, 9, 9);
  const Matrix before = Random(70, 50, 10);
  Matrix out = before;
  AddMultiplyTransposed(pool, a, b, out);
  EXPECT_EQ(out, Matrix(before + MultiplyTransposed(pool, a, b)));
}

TEST(ProductTest, GivesTheSameBitsForAnyNumberOfThreads) {
  const Matrix a = Random(200, 300, 7);
  numeric::ThreadPool one(1);
  const Matrix expected = GramMatrix(one, a);
  for (const int threads : {2, 3, 8}) {
    numeric::ThreadPool pool(threads);
    EXPECT_EQ(GramMatrix(pool, a), expected) << threads;
  }
}

TEST(ProductTest, AsksForEveryBlockOfWorkAndStopsWhereverItIsCancelled) {
  numeric::ThreadPool pool(1);
  const Matrix a = Random(200, 1000, 11);
  const Matrix b = Random(100, 1000, 12);
  int questions = 0;
  EXPECT_EQ(MultiplyTransposed(pool, a, b, [&] { return ++questions < 0; }),
            MultiplyTransposed(pool, a, b));
  const int all = questions;
  EXPECT_GE(all, (200 / 64) * (1000 / 256));  // one for each 64 × 256 block of A
  for (int last = 1; last <= all; ++last) {
    questions = 0;
    EXPECT_EQ(MultiplyTransposed(pool, a, b, [&] { return ++questions >= last; }).size(), 0);
    EXPECT_EQ(questions, last);
  }
}

}  // namespace
}  // namespace widthlab::linear
