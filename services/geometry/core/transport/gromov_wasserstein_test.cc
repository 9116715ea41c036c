#include "services/geometry/core/transport/gromov_wasserstein.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/transport/coupling_loss.h"
#include "services/geometry/core/transport/gromov_starts.h"

namespace widthlab::geometry {
namespace {

constexpr GromovWassersteinParams kParams = {.random_starts = 4, .max_iterations = 1000, .seed = 0};

Matrix RandomDistances(int64_t n, int64_t dimension, numeric::RandomStream& stream) {
  Matrix points(n, dimension);
  for (int64_t i = 0; i < points.size(); ++i) points.data()[i] = stream.Normal();
  Matrix d(n, n);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) d(i, j) = (points.row(i) - points.row(j)).norm();
  }
  return d;
}

Matrix Permuted(const Matrix& d, const std::vector<int64_t>& order) {
  Matrix result(d.rows(), d.cols());
  for (int64_t i = 0; i < d.rows(); ++i) {
    for (int64_t j = 0; j < d.cols(); ++j) result(i, j) = d(order[i], order[j]);
  }
  return result;
}

GromovWasserstein Solve(const Matrix& dx, const Matrix& dy,
                        const GromovWassersteinParams& params = kParams, int threads = 2) {
  numeric::ThreadPool pool(threads);
  return SolveGromovWasserstein(pool, dx, dy, params, [] { return false; });
}

TEST(GromovWassersteinTest, OfTwoPairsOfPointsIsTheDifferenceOfTheirDistances) {
  Matrix dx(2, 2), dy(2, 2);
  dx << 0, 3, 3, 0;
  dy << 0, 1, 1, 0;
  const GromovWasserstein gw = Solve(dx, dy);
  EXPECT_EQ(gw.loss, 2);  // (1/4)·2·(3 − 1)²
  EXPECT_EQ(gw.identity_loss, 2);
  EXPECT_DOUBLE_EQ(gw.distance, 0.5 * std::sqrt(2.0));
  EXPECT_EQ(gw.lower_bound, 2);
  EXPECT_EQ(gw.starts[gw.best_start].name, "identity");
}

TEST(GromovWassersteinTest, OfEqualCloudsIsExactlyZero) {
  numeric::RandomStream stream(1, "gw");
  const Matrix d = RandomDistances(30, 4, stream);
  const GromovWasserstein gw = Solve(d, d);
  EXPECT_EQ(gw.loss, 0);
  EXPECT_EQ(gw.distance, 0);
  EXPECT_EQ(gw.lower_bound, 0);
  EXPECT_EQ(gw.starts[gw.best_start].termination, Termination::kConverged);
}

TEST(GromovWassersteinTest, FindsAPermutationByTheThirdLowerBound) {
  numeric::RandomStream stream(2, "gw");
  const Matrix d = RandomDistances(40, 4, stream);
  const Matrix shuffled = Permuted(d, stream.Permutation(40));
  const GromovWasserstein gw = Solve(d, shuffled);
  EXPECT_GT(gw.identity_loss, 0.1);
  EXPECT_EQ(gw.loss, 0);
  EXPECT_EQ(gw.starts[gw.best_start].loss, 0);
}

TEST(GromovWassersteinTest, LiesBetweenItsBoundAndEveryPermutationTried) {
  numeric::RandomStream stream(3, "gw");
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix dx = RandomDistances(6, 2, stream);
    const Matrix dy = RandomDistances(6, 2, stream);
    numeric::ThreadPool pool(1);
    std::vector<int32_t> order = IdentityPermutation(6);
    double least = HUGE_VAL;
    do {
      least = std::min(least, PermutationLoss(pool, dx, dy, order));
    } while (std::next_permutation(order.begin(), order.end()));
    const GromovWasserstein gw = Solve(dx, dy);
    EXPECT_GE(gw.loss, least - 1e-14);
    EXPECT_LE(gw.lower_bound, least + 1e-14);
    EXPECT_LE(gw.loss, gw.identity_loss);
  }
}

TEST(GromovWassersteinTest, ReportsThePermutationThatHasItsLoss) {
  numeric::RandomStream stream(4, "gw");
  const Matrix dx = RandomDistances(50, 3, stream);
  const Matrix dy = RandomDistances(50, 3, stream);
  numeric::ThreadPool pool(2);
  const GromovWasserstein gw = Solve(dx, dy);
  EXPECT_EQ(PermutationLoss(pool, dx, dy, gw.permutation), gw.loss);
  ASSERT_EQ(gw.starts.size(), 8u);
  for (const StartLog& start : gw.starts) EXPECT_GE(start.loss, gw.loss) << start.name;
  EXPECT_EQ(gw.starts[7].name, "random 3");
}

TEST(GromovWassersteinTest, GoesOnByExchangesWhereNoLinearStepLeadsDown) {
  // In many dimensions all distances are nearly equal, and the identity is a local optimum.
  numeric::RandomStream stream(9, "gw");
  const Matrix dx = RandomDistances(60, 80, stream);
  const Matrix dy = RandomDistances(60, 80, stream);
  GromovWassersteinParams from_identity = kParams;
  from_identity.only_identity = true;
  const GromovWasserstein identity = Solve(dx, dy, from_identity);
  EXPECT_EQ(identity.starts.size(), 1u);
  EXPECT_EQ(identity.starts[0].exchanges, 0);
  const GromovWasserstein gw = Solve(dx, dy);
  EXPECT_GT(gw.starts[gw.best_start].exchanges, 0);
  EXPECT_EQ(gw.starts[gw.best_start].loss, gw.loss);
  EXPECT_LT(gw.loss, 0.8 * identity.loss);
}

TEST(GromovWassersteinTest, StopsAtItsLimitWithAReason) {
  numeric::RandomStream stream(5, "gw");
  const Matrix dx = RandomDistances(40, 3, stream);
  const Matrix dy = RandomDistances(40, 3, stream);
  const GromovWasserstein gw = Solve(dx, dy, {.random_starts = 2, .max_iterations = 1, .seed = 0});
  bool limited = false;
  for (const StartLog& start : gw.starts) {
    EXPECT_LE(start.iterations, 1);
    limited = limited || start.termination == Termination::kIterationLimit;
  }
  EXPECT_TRUE(limited);
  EXPECT_GE(gw.loss, gw.lower_bound);
}

TEST(GromovWassersteinTest, IsSymmetricUpToLocalOptimaAndQuadraticInScale) {
  numeric::RandomStream stream(6, "gw");
  const Matrix dx = RandomDistances(30, 3, stream);
  const Matrix dy = dx + 0.01 * RandomDistances(30, 3, stream);
  const GromovWasserstein gw = Solve(dx, dy);
  EXPECT_NEAR(Solve(dy, dx).loss, gw.loss, 1e-12 * gw.loss);
  EXPECT_EQ(Solve(4 * dx, 4 * dy).loss, 16 * gw.loss);
  EXPECT_EQ(Solve(4 * dx, 4 * dy).distance, 4 * gw.distance);
}

TEST(GromovWassersteinTest, GivesTheSameBitsForAnyNumberOfThreads) {
  numeric::RandomStream stream(7, "gw");
  const Matrix dx = RandomDistances(100, 5, stream);
  const Matrix dy = RandomDistances(100, 5, stream);
  const GromovWasserstein one = Solve(dx, dy, kParams, 1);
  for (const int threads : {2, 3, 8}) {
    const GromovWasserstein gw = Solve(dx, dy, kParams, threads);
    EXPECT_EQ(gw.loss, one.loss);
    EXPECT_EQ(gw.permutation, one.permutation);
    EXPECT_EQ(gw.lower_bound, one.lower_bound);
  }
}

TEST(GromovWassersteinTest, HandlesNoneAndOnePoint) {
  EXPECT_EQ(Solve(Matrix(0, 0), Matrix(0, 0)).loss, 0);
  EXPECT_EQ(Solve(Matrix::Zero(1, 1), Matrix::Zero(1, 1)).loss, 0);
}

TEST(GromovWassersteinTest, StopsWhereverItIsCancelled) {
  numeric::RandomStream stream(8, "gw");
  const Matrix dx = RandomDistances(120, 3, stream);
  const Matrix dy = RandomDistances(120, 3, stream);
  numeric::ThreadPool pool(1);
  int questions = 0;
  const GromovWasserstein whole =
      SolveGromovWasserstein(pool, dx, dy, kParams, [&] { return ++questions < 0; });
  const int all = questions;
  int iterations = 0;
  for (const StartLog& start : whole.starts) iterations += start.iterations;
  EXPECT_GE(all, 4 * iterations);  // several for each product and each assignment
  for (int last = 1; last <= all; last += 1 + last / 20) {
    questions = 0;
    const GromovWasserstein gw =
        SolveGromovWasserstein(pool, dx, dy, kParams, [&] { return ++questions >= last; });
    EXPECT_EQ(gw.starts.back().termination, Termination::kCancelled) << last;
    EXPECT_LE(questions, last + 2) << last;
  }
}

TEST(GromovStartsTest, MatchesPointsInOrder) {
  Matrix dx(3, 3), dy(3, 3);
  dx << 0, 1, 5, 1, 0, 4, 5, 4, 0;  // mean distances 6, 5, 9
  dy << 0, 4, 1, 4, 0, 5, 1, 5, 0;  // 5, 9, 6
  EXPECT_EQ(MeanDistanceMatching(dx, dy), (std::vector<int32_t>{2, 0, 1}));
  EXPECT_EQ(EccentricityMatching(dx, dy), (std::vector<int32_t>{2, 0, 1}));
}

TEST(GromovStartsTest, SeedsItsPermutations) {
  EXPECT_EQ(RandomPermutation(1, 0, 20), RandomPermutation(1, 0, 20));
  EXPECT_NE(RandomPermutation(1, 0, 20), RandomPermutation(2, 0, 20));
  EXPECT_NE(RandomPermutation(1, 0, 20), RandomPermutation(1, 1, 20));
}

}  // namespace
}  // namespace widthlab::geometry
