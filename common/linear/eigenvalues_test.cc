#include "common/linear/eigenvalues.h"

#include <cstring>

#include <Eigen/QR>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::linear {
namespace {

bool Never() { return false; }

Matrix Gaussian(int64_t n, int64_t d, uint64_t seed = 1) {
  numeric::RandomStream stream(seed, "covariance");
  Matrix points(n, d);
  for (int64_t i = 0; i < points.size(); ++i) points.data()[i] = stream.Normal();
  return points;
}

Vector Eigenvalues(const Matrix& matrix, int threads = 2) {
  numeric::ThreadPool pool(threads);
  return *SymmetricEigenvalues(pool, matrix, Never);
}

TEST(SymmetricEigenvaluesTest, SolvesByHand) {
  Matrix two(2, 2);
  two << 2, 1, 1, 2;
  EXPECT_NEAR(Eigenvalues(two)[0], 1, 1e-15);
  EXPECT_NEAR(Eigenvalues(two)[1], 3, 1e-15);
  Matrix diagonal = Matrix::Zero(3, 3);
  diagonal.diagonal() << 5, -1, 2;
  EXPECT_EQ(Eigenvalues(diagonal), (Vector(3) << -1, 2, 5).finished());
  EXPECT_EQ(Eigenvalues(Matrix::Zero(4, 4)), Vector::Zero(4));
  EXPECT_EQ(Eigenvalues(Matrix::Constant(1, 1, 7))[0], 7);
  EXPECT_EQ(Eigenvalues(Matrix(0, 0)).size(), 0);
}

TEST(SymmetricEigenvaluesTest, FindsTheValuesThatAMatrixWasMadeOf) {
  const int64_t n = 90;
  const Matrix q = Matrix(Eigen::HouseholderQR<Matrix>(Gaussian(n, n)).householderQ());
  Vector made(n);
  for (int64_t i = 0; i < n; ++i) made[i] = static_cast<double>(i * i) / 100 - 10;
  const Matrix a = q * made.asDiagonal() * q.transpose();
  const Vector found = Eigenvalues((a + a.transpose()) / 2);
  for (int64_t i = 0; i < n; ++i) EXPECT_NEAR(found[i], made[i], 1e-12) << i;
}

TEST(SymmetricEigenvaluesTest, GivesTheSameBitsForAnyNumberOfThreads) {
  const Matrix g = Gaussian(600, 600);
  const Matrix a = g + g.transpose();
  const Vector one = Eigenvalues(a, 1);
  for (const int threads : {2, 3, 8}) {
    const Vector many = Eigenvalues(a, threads);
    EXPECT_EQ(std::memcmp(one.data(), many.data(), sizeof(double) * 600), 0) << threads;
  }
}

TEST(SymmetricEigenvaluesTest, StopsWhenItIsCancelled) {
  numeric::ThreadPool pool(1);
  int asked = 0;
  EXPECT_FALSE(
      SymmetricEigenvalues(pool, Gaussian(50, 50), [&] { return ++asked == 3; }).has_value());
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace widthlab::linear
