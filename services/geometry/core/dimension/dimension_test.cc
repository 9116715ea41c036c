#include <algorithm>
#include <cmath>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"
#include "services/geometry/core/dimension/levina_bickel.h"
#include "services/geometry/core/dimension/neighbours.h"
#include "services/geometry/core/dimension/two_nn.h"

namespace widthlab::geometry {
namespace {

Matrix Distances(const Matrix& points) {
  Matrix d(points.rows(), points.rows());
  for (int64_t i = 0; i < d.rows(); ++i) {
    for (int64_t j = 0; j < d.cols(); ++j) d(i, j) = (points.row(i) - points.row(j)).norm();
  }
  return d;
}

NeighbourDistances Neighbours(const Matrix& points, int64_t count = 20) {
  numeric::ThreadPool pool(2);
  return FindNeighbours(pool, Distances(points), count);
}

Matrix Line(const std::vector<double>& at) {
  return Eigen::Map<const Vector>(at.data(), static_cast<int64_t>(at.size()));
}

// Points of a plane, put into ten dimensions.
Matrix Plane(int64_t n) {
  numeric::RandomStream stream(1, "plane");
  Matrix flat(n, 2), into(2, 10);
  for (int64_t i = 0; i < flat.size(); ++i) flat.data()[i] = stream.Uniform();
  for (int64_t i = 0; i < into.size(); ++i) into.data()[i] = stream.Normal();
  return flat * into;
}

TEST(NeighboursTest, MergesPointsAtDistanceZeroAndSortsTheRest) {
  const NeighbourDistances n = Neighbours(Line({0, 3, 0, 1, 3}), 20);
  EXPECT_EQ(n.distinct, 3);
  ASSERT_EQ(n.distances.cols(), 2);
  EXPECT_EQ(n.distances(0, 0), 1);  // from 0: 1 and 3
  EXPECT_EQ(n.distances(0, 1), 3);
  EXPECT_EQ(n.distances(2, 0), 1);  // from 1: 1 and 2
  EXPECT_EQ(n.distances(2, 1), 2);
}

TEST(NeighboursTest, FindsNoneOnceItIsCancelled) {
  numeric::ThreadPool pool(1);
  const Matrix distances = Distances(Plane(200));
  int questions = 0;
  EXPECT_EQ(FindNeighbours(pool, distances, 20, [&] { return ++questions < 0; }).distinct, 200);
  const int all = questions;
  EXPECT_GE(all, 2 * (200 / 64));
  for (int last = 1; last <= all; ++last) {
    questions = 0;
    const auto cancelled = [&] { return ++questions >= last; };
    EXPECT_EQ(FindNeighbours(pool, distances, 20, cancelled).distances.size(), 0);
    EXPECT_LE(questions, last + 1);
  }
}

TEST(TwoNnTest, FitsThreePointsByHand) {
  // On 0, 1, 3 the ratios are 3, 2 and 3/2; the largest is left out, and F is 1/3 and 2/3.
  const DimensionEstimate d = TwoNnDimension(Neighbours(Line({0, 1, 3})));
  const double x1 = std::log(1.5), x2 = std::log(2.0);
  const double y1 = -std::log(2.0 / 3), y2 = -std::log(1.0 / 3);
  EXPECT_DOUBLE_EQ(d.value, (x1 * y1 + x2 * y2) / (x1 * x1 + x2 * x2));
  EXPECT_EQ(d.undefined_reason, "");
}

TEST(TwoNnTest, FindsThePlaneInTenDimensions) {
  EXPECT_NEAR(TwoNnDimension(Neighbours(Plane(600))).value, 2, 0.25);
}

TEST(TwoNnTest, IsUndefinedForFewOrEvenlySpacedPoints) {
  EXPECT_TRUE(std::isnan(TwoNnDimension(Neighbours(Line({0, 1, 1}))).value));
  const DimensionEstimate even = TwoNnDimension(Neighbours(Line({0, 1, 2, 3, 4, 5, 6, 7})));
  EXPECT_TRUE(std::isnan(even.value));
  EXPECT_NE(even.undefined_reason, "");
}

TEST(LevinaBickelTest, InvertsTheMeanOfInverses) {
  // Six points 0, 1, 3, 7, 15, 31 and k = 2: 1/m = log(T₂/T₁), T₂/T₁ = 3, 2, 3/2, 3/2, 3/2, 3/2 …
  const std::vector<double> at = {0, 1, 3, 7, 15, 31};
  double sum = 0;
  for (const double x : at) {
    std::vector<double> others;
    for (const double y : at) {
      if (x != y) others.push_back(std::fabs(x - y));
    }
    std::sort(others.begin(), others.end());
    sum += std::log(others[1] / others[0]);
  }
  EXPECT_DOUBLE_EQ(LevinaBickelDimension(Neighbours(Line(at)), {2, 2}).value, 6 / sum);
}

TEST(LevinaBickelTest, FindsThePlaneInTenDimensions) {
  EXPECT_NEAR(LevinaBickelDimension(Neighbours(Plane(600))).value, 2, 0.25);
}

TEST(LevinaBickelTest, UsesTheOneLargestKWhereThereAreFewPoints) {
  const Matrix points = Line({0, 1, 3, 7, 15, 31, 40, 44});
  EXPECT_EQ(LevinaBickelDimension(Neighbours(points)).value,
            LevinaBickelDimension(Neighbours(points), {7, 7}).value);
}

TEST(LevinaBickelTest, IsUndefinedForFewOrEquallyFarPoints) {
  EXPECT_NE(LevinaBickelDimension(Neighbours(Line({0, 1, 2, 3, 5}))).undefined_reason, "");
  const DimensionEstimate simplex =
      LevinaBickelDimension(Neighbours(Matrix(Matrix::Identity(12, 12))));
  EXPECT_TRUE(std::isnan(simplex.value));
  EXPECT_EQ(simplex.undefined_reason, "all neighbours are at one distance");
}

}  // namespace
}  // namespace widthlab::geometry
