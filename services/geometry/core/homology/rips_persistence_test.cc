#include "services/geometry/core/homology/rips_persistence.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/homology/boundary_reduction.h"

namespace widthlab::geometry {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

Pairs Diagram(const Matrix& distance, int threads = 2) {
  numeric::ThreadPool pool(threads);
  Pairs pairs;
  for (const EdgePair& p : RipsPersistence(pool, distance)) {
    pairs.emplace_back(distance(p.birth.i, p.birth.j), distance(p.death.i, p.death.j));
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

Matrix Euclidean(const Matrix& points) {
  Matrix d(points.rows(), points.rows());
  for (int64_t i = 0; i < d.rows(); ++i) {
    for (int64_t j = 0; j < d.cols(); ++j) d(i, j) = (points.row(i) - points.row(j)).norm();
  }
  return d;
}

Matrix Gaussian(int64_t n, int64_t dimension, numeric::RandomStream& stream) {
  Matrix points(n, dimension);
  for (int64_t i = 0; i < points.size(); ++i) points.data()[i] = stream.Normal();
  return points;
}

// Equally spaced on the unit circle.
Matrix Polygon(int corners) {
  Matrix points(corners, 2);
  for (int i = 0; i < corners; ++i) {
    points.row(i) << std::cos(2 * M_PI * i / corners), std::sin(2 * M_PI * i / corners);
  }
  return points;
}

TEST(RipsPersistenceTest, OfFourCornersIsOneHole) {
  Matrix square(4, 2);
  square << 0, 0, 1, 0, 1, 1, 0, 1;
  EXPECT_EQ(Diagram(Euclidean(square)), (Pairs{{1, std::sqrt(2.0)}}));
}

TEST(RipsPersistenceTest, OfAHexagonDiesAtItsShortDiagonals) {
  const Pairs pairs = Diagram(Euclidean(Polygon(6)));
  // Ties that rounding breaks leave pairs of no persistence to speak of.
  const auto longest = std::max_element(pairs.begin(), pairs.end(), [](auto& a, auto& b) {
    return a.second - a.first < b.second - b.first;
  });
  EXPECT_NEAR(longest->first, 1, 1e-15);
  EXPECT_NEAR(longest->second, std::sqrt(3.0), 1e-15);
}

TEST(RipsPersistenceTest, IsEmptyBelowThreePoints) {
  for (const int n : {0, 1, 2}) EXPECT_TRUE(Diagram(Matrix::Zero(n, n)).empty()) << n;
}

TEST(RipsPersistenceTest, IsEmptyWhereAllPointsAreEqualOrEquallyFar) {
  EXPECT_TRUE(Diagram(Matrix::Zero(7, 7)).empty());
  Matrix simplex = Matrix::Ones(7, 7);
  simplex.diagonal().setZero();
  EXPECT_TRUE(Diagram(simplex).empty());
}

TEST(RipsPersistenceTest, AgreesWithTheDefinitionOnRandomClouds) {
  numeric::RandomStream stream(1, "rips");
  for (int trial = 0; trial < 60; ++trial) {
    const int64_t n = 3 + static_cast<int64_t>(stream.Below(20));
    const Matrix d = Euclidean(Gaussian(n, 1 + static_cast<int64_t>(stream.Below(5)), stream));
    EXPECT_EQ(Diagram(d), BoundaryReduction(d)) << trial;
  }
}

TEST(RipsPersistenceTest, AgreesWithTheDefinitionWhereDistancesTie) {
  numeric::RandomStream stream(2, "rips");
  for (int trial = 0; trial < 60; ++trial) {
    Matrix points(3 + static_cast<int64_t>(stream.Below(20)), 2);
    for (int64_t i = 0; i < points.size(); ++i) {
      points.data()[i] = static_cast<double>(stream.Below(5));  // a grid, with duplicates
    }
    const Matrix d = Euclidean(points);
    EXPECT_EQ(Diagram(d), BoundaryReduction(d)) << trial;
  }
}

TEST(RipsPersistenceTest, AgreesWithTheDefinitionOnAnyDissimilarity) {
  numeric::RandomStream stream(3, "rips");
  for (int trial = 0; trial < 60; ++trial) {
    const int64_t n = 3 + static_cast<int64_t>(stream.Below(18));
    Matrix d = Matrix::Zero(n, n);
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < i; ++j) {
        d(i, j) = d(j, i) = trial % 2 == 0 ? stream.Uniform() : double(stream.Below(6));
      }
    }
    EXPECT_EQ(Diagram(d), BoundaryReduction(d)) << trial;
  }
}

TEST(RipsPersistenceTest, AgreesWithTheDefinitionOnANoisyCircle) {
  numeric::RandomStream stream(4, "rips");
  Matrix points(40, 2);
  for (int i = 0; i < 40; ++i) {
    const double angle = 2 * M_PI * stream.Uniform();
    points(i, 0) = std::cos(angle) + 0.05 * stream.Normal();
    points(i, 1) = std::sin(angle) + 0.05 * stream.Normal();
  }
  const Matrix d = Euclidean(points);
  EXPECT_EQ(Diagram(d), BoundaryReduction(d));
}

TEST(RipsPersistenceTest, DoesNotDependOnTheOrderOfThePointsOrOnThreads) {
  numeric::RandomStream stream(5, "rips");
  const Matrix points = Gaussian(150, 6, stream);
  const Matrix d = Euclidean(points);
  const Pairs expected = Diagram(d, 1);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(Diagram(d, threads), expected) << threads;
  const std::vector<int64_t> order = stream.Permutation(150);
  Matrix shuffled(150, 150);
  for (int i = 0; i < 150; ++i) {
    for (int j = 0; j < 150; ++j) shuffled(i, j) = d(order[i], order[j]);
  }
  EXPECT_EQ(Diagram(shuffled), expected);
}

TEST(RipsPersistenceTest, OfALargePolygonDiesAtTheInscribedTriangle) {
  const Pairs pairs = Diagram(Euclidean(Polygon(300)));
  ASSERT_EQ(pairs.size(), 1);
  EXPECT_NEAR(pairs[0].first, 2 * std::sin(M_PI / 300), 1e-14);
  EXPECT_NEAR(pairs[0].second, std::sqrt(3.0), 1e-14);
}

TEST(RipsPersistenceTest, OfAnAnnulusOfPolygonsIsTheSameInAnyOrderOfPoints) {
  // Long-lived columns that meet one another, over rows of several words.
  Matrix points(420, 2);
  points << Polygon(180), 1.7 * Polygon(140), 0.2 * Polygon(100);
  points.bottomRows(100).col(0).array() += 5;
  const Pairs expected = Diagram(Euclidean(points));
  EXPECT_GE(expected.size(), 2);
  numeric::RandomStream stream(6, "rips");
  const std::vector<int64_t> order = stream.Permutation(420);
  Matrix shuffled(420, 2);
  for (int i = 0; i < 420; ++i) shuffled.row(i) = points.row(order[i]);
  EXPECT_EQ(Diagram(Euclidean(shuffled)), expected);
}

TEST(RipsPersistenceTest, StopsWhereverItIsCancelled) {
  // On a circle one column takes nearly all of the time.
  const Matrix d = Euclidean(Polygon(300));
  numeric::ThreadPool pool(1);
  int questions = 0;
  const auto ask = [&] { return ++questions < 0; };
  EXPECT_EQ(RipsPersistence(pool, d, ask).size(), 1);
  const int all = questions;
  EXPECT_GT(all, 10);
  for (const int last : {1, 2, all / 2, all}) {
    questions = 0;
    EXPECT_TRUE(RipsPersistence(pool, d, [&] { return ++questions >= last; }).empty());
    EXPECT_EQ(questions, last);
  }
}

}  // namespace
}  // namespace widthlab::geometry
