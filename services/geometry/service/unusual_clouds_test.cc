// What CompareClouds and EstimateDimension say of clouds that are bad, degenerate or odd.
#include <cmath>
#include <limits>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/geometry/service/geometry_service_fixture.h"

namespace widthlab::geometry {
namespace {

using UnusualCloudsTest = GeometryServiceTest;

TEST_F(UnusualCloudsTest, TakesCloudsOfDifferentSizeWhereTheStatisticDoes) {
  const std::vector<float> x = Ellipse(24, 1);
  const std::vector<float> y(30 * 3, 0.5f);
  EXPECT_THAT(Compare({}, Of(x, 24, 2), Of(y, 30, 3)), FailsOnField("y"));
  v1::CompareCloudsSpec topology;
  topology.add_statistics(v1::STATISTIC_TOPOLOGICAL_CHANGE);
  const auto change = Compare(topology, Of(x, 24, 2), Of(y, 30, 3));
  ASSERT_THAT(change, IsOk());
  EXPECT_FALSE(change->has_shift());
  EXPECT_FALSE(change->has_metric_distortion());
  EXPECT_EQ(change->topology_log().pairs_out(), 0);
  v1::CompareCloudsSpec shift;
  shift.add_statistics(v1::STATISTIC_SHIFT);
  EXPECT_THAT(Compare(shift, Of(x, 24, 2), Of(x, 16, 3)), FailsOnField("y"));
  EXPECT_THAT(Compare(shift, Of({}, 0, 2), Of({}, 0, 2)), FailsOnField("x"));
  EXPECT_THAT(Compare(shift, Of({}, 3, 0), Of({}, 3, 0)), FailsOnField("x"));
  EXPECT_THAT(Compare({}, Of(x, 1, 2), Of(x, 1, 2)), IsOk());
  EXPECT_THAT(Compare({}, Of(x, 2, 2), Of(x, 2, 2)), IsOk());
}

TEST_F(UnusualCloudsTest, NamesTheCloudAndRowThatCannotBeMeasured) {
  std::vector<float> x = Ellipse(24, 1);
  std::vector<float> y = x;
  y[2 * 5 + 1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Compare({}, Of(x, 24, 2), Of(y, 24, 2)), FailsOnField("y[5][1]"));
  y[2 * 5 + 1] = -std::numeric_limits<float>::infinity();
  EXPECT_THAT(Compare({}, Of(x, 24, 2), Of(y, 24, 2)), FailsOnField("y[5][1]"));
  EXPECT_THAT(Dimension({}, Of(y, 24, 2)), FailsOnField("cloud[5][1]"));
  x[2 * 7] = x[2 * 7 + 1] = 0;
  v1::CompareCloudsSpec spec;
  spec.set_geometry(v1::GEOMETRY_SPHERICAL);
  EXPECT_THAT(Compare(spec, Of(x, 24, 2), Of(x, 24, 2)), FailsOnField("x[7]"));
}

TEST_F(UnusualCloudsTest, AnswersForPointsThatAreEqualOrOnALine) {
  const std::vector<float> equal = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
  const auto none = Compare({}, Of(equal, 5, 2), Of(equal, 5, 2));
  ASSERT_THAT(none, IsOk());
  EXPECT_EQ(none->shift(), 0);
  EXPECT_EQ(none->metric_distortion(), 0);
  EXPECT_EQ(none->topological_change(), 0);
  const auto point = Dimension({}, Of(equal, 5, 2));
  ASSERT_THAT(point, IsOk());
  EXPECT_EQ(point->distinct_points(), 1);
  EXPECT_THAT(point->two_nn().undefined_reason(), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(point->participation_ratio().undefined_reason(), testing::Not(testing::IsEmpty()));

  std::vector<float> line;
  for (int i = 0; i < 20; ++i) {
    line.push_back(static_cast<float>(i));
    line.push_back(static_cast<float>(2 * i));
  }
  const auto one = Dimension({}, Of(line, 20, 2));
  ASSERT_THAT(one, IsOk());
  EXPECT_NEAR(one->participation_ratio().value(), 1, 1e-12);
  EXPECT_FALSE(one->two_nn().has_value());
  // A hole on one side only goes to the diagonal: its persistence over √2.
  const std::vector<float> square = {0, 0, 3, 0, 3, 3, 0, 3};
  v1::CompareCloudsSpec topology;
  topology.add_statistics(v1::STATISTIC_TOPOLOGICAL_CHANGE);
  const auto hole = Compare(topology, Of(square, 4, 2), Of(line, 20, 2));
  ASSERT_THAT(hole, IsOk());
  EXPECT_EQ(hole->topology_log().pairs_in(), 1);
  EXPECT_EQ(hole->topology_log().pairs_out(), 0);
  EXPECT_NEAR(hole->topological_change(), (std::sqrt(18.0) - 3) / std::sqrt(2.0), 1e-12);
}

TEST_F(UnusualCloudsTest, AnswersForDuplicatesTiesAndMoreCoordinatesThanPoints) {
  std::vector<float> twice = Ellipse(12, 1);
  twice.insert(twice.end(), twice.begin(), twice.begin() + 24);
  const auto merged = Dimension({}, Of(twice, 24, 2));
  ASSERT_THAT(merged, IsOk());
  EXPECT_EQ(merged->points(), 24);
  EXPECT_EQ(merged->distinct_points(), 12);
  EXPECT_THAT(Compare({}, Of(twice, 24, 2), Of(Ellipse(24, 2), 24, 2)), IsOk());

  // Each of the 16 unit squares of a grid is a hole from 1 to √2, whatever the order of the ties.
  std::vector<float> grid;
  for (int i = 0; i < 25; ++i) {
    grid.push_back(static_cast<float>(i % 5));
    grid.push_back(static_cast<float>(i / 5));
  }
  std::vector<float> empty(50, 7.0f);
  const auto squares = Compare({}, Of(grid, 25, 2), Of(empty, 25, 2));
  ASSERT_THAT(squares, IsOk());
  EXPECT_EQ(squares->topology_log().pairs_in(), 16);
  EXPECT_NEAR(squares->topological_change(), std::sqrt(8.0) * (std::sqrt(2.0) - 1), 1e-12);
  const auto lattice = Dimension({}, Of(grid, 25, 2));
  ASSERT_THAT(lattice, IsOk());
  EXPECT_FALSE(lattice->two_nn().has_value());

  const std::vector<float> wide = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  for (const auto geometry : {v1::GEOMETRY_RAW, v1::GEOMETRY_SPHERICAL, v1::GEOMETRY_HYPERBOLIC}) {
    v1::CompareCloudsSpec spec;
    spec.set_geometry(geometry);
    const auto same = Compare(spec, Of(wide, 3, 4), Of(wide, 3, 4));
    ASSERT_THAT(same, IsOk());
    EXPECT_EQ(same->metric_distortion(), 0);
  }
}

TEST_F(UnusualCloudsTest, CarriesHugeAndTinyCoordinates) {
  const std::vector<float> x = Ellipse(24, 1), y = Ellipse(24, 2);
  const auto plain = Compare({}, Of(x, 24, 2), Of(y, 24, 2));
  ASSERT_THAT(plain, IsOk());
  for (const double scale : {1e150, 1e-150}) {
    std::vector<double> sx(x.begin(), x.end()), sy(y.begin(), y.end());
    for (double& value : sx) value *= scale;
    for (double& value : sy) value *= scale;
    const auto scaled = Compare({}, Of(sx, 24, 2), Of(sy, 24, 2));
    ASSERT_THAT(scaled, IsOk()) << scale;
    EXPECT_NEAR(scaled->shift() / scale, plain->shift(), 1e-12);
    EXPECT_NEAR(scaled->metric_distortion() / scale, plain->metric_distortion(), 1e-12);
    EXPECT_NEAR(scaled->topological_change() / scale, plain->topological_change(), 1e-12);
    const auto dimension = Dimension({}, Of(sy, 24, 2));
    ASSERT_THAT(dimension, IsOk()) << scale;
    EXPECT_NEAR(dimension->participation_ratio().value(), 1.47, 0.01);  // (4 + 1)²/(16 + 1)
  }
}

}  // namespace
}  // namespace widthlab::geometry
