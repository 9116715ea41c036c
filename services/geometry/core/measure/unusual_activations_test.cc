// What MeasureWork says of clouds that are bad, degenerate or odd. The figures come from their
// definitions, by hand.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/geometry/core/measure/measure_testing.h"

namespace widthlab::geometry {
namespace {

using Rows = std::vector<std::vector<double>>;
using testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// What the holes of a unit square and of one twice as wide cost on the diagonal, (√2 − 1)²/2 each
// of the first: less than to match them.
const double kUnitSquare = std::pow(std::sqrt(2.0) - 1, 2) / 2;
const double kSquareOfTwo = 4 * kUnitSquare;

// One layer and one subsample.
absl::StatusOr<v1::Profile> MeasureRows(const Rows& x, const Rows& y, v1::MeasureSpec spec = {}) {
  std::vector<double> values[2];
  std::vector<tensor_io::TensorToWrite> tensors;
  for (const auto& [rows, name, flat] :
       {std::tuple(&x, "ffn_in.0", &values[0]), std::tuple(&y, "ffn_out.0", &values[1])}) {
    for (const std::vector<double>& row : *rows) flat->insert(flat->end(), row.begin(), row.end());
    const auto dimension = static_cast<int64_t>(rows->empty() ? 2 : rows->front().size());
    tensors.push_back(tensor_io::FromSpan(name, {static_cast<int64_t>(rows->size()), dimension},
                                          absl::MakeConstSpan(*flat)));
  }
  const std::vector<int64_t> subsample(x.size(), 0);
  tensors.push_back(tensor_io::FromSpan("subsample", {static_cast<int64_t>(x.size())},
                                        absl::MakeConstSpan(subsample)));
  artifact::InMemoryArtifactStore store;
  return Measure(store, AddActivations(store, std::move(tensors)), 2, std::move(spec));
}

v1::MeasureSpec Raw() {
  v1::MeasureSpec spec;
  spec.add_geometries(v1::GEOMETRY_RAW);
  return spec;
}

double Work(const v1::Profile& profile, v1::Statistic statistic,
            v1::Geometry geometry = v1::GEOMETRY_RAW) {
  for (const v1::WorkCurve& curve : profile.work()) {
    if (curve.geometry() == geometry && curve.statistic() == statistic) {
      return curve.layers(0).mean();
    }
  }
  ADD_FAILURE() << "no such curve";
  return 0;
}

Rows Times(double factor, Rows rows) {
  for (std::vector<double>& row : rows) {
    for (double& value : row) value *= factor;
  }
  return rows;
}

TEST(UnusualActivationsTest, NamesAnInfiniteCoordinate) {
  Rows x = {{1, 2}, {3, 4}, {5, 7}};
  const Rows y = x;
  x[2][1] = kInfinity;
  EXPECT_THAT(MeasureRows(x, y), StatusIs(absl::StatusCode::kInvalidArgument,
                                          HasSubstr("layer 0: ffn_in.0[2][1] is inf")));
  x[2][1] = -kInfinity;
  EXPECT_THAT(MeasureRows(y, x), StatusIs(absl::StatusCode::kInvalidArgument,
                                          HasSubstr("layer 0: ffn_out.0[2][1] is -inf")));
}

TEST(UnusualActivationsTest, RefusesACloudWithoutTokens) {
  EXPECT_THAT(MeasureRows({}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("subsample")));
}

TEST(UnusualActivationsTest, RefusesCloudsOfDifferentSize) {
  EXPECT_THAT(MeasureRows({{1, 2}, {3, 4}}, {{1, 2}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ffn_out.0")));
}

TEST(UnusualActivationsTest, TakesCloudsOfDifferentDimensionWhereTheStatisticDoes) {
  const Rows x = {{0, 0}, {3, 4}}, y = {{0, 0, 0}, {0, 0, 1}};
  EXPECT_THAT(MeasureRows(x, y, Raw()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("layer 0: y")));
  v1::MeasureSpec spec = Raw();
  spec.add_statistics(v1::STATISTIC_METRIC_DISTORTION);
  const auto profile = MeasureRows(x, y, spec);
  ASSERT_THAT(profile, IsOk());
  // Two ordered pairs of weight 1/4 whose distances are 5 and 1: a loss of 8.
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_METRIC_DISTORTION), std::sqrt(8.0) / 2, 1e-12);
}

TEST(UnusualActivationsTest, OfOnePointHaveShiftAlone) {
  const auto profile = MeasureRows({{3, 0}}, {{0, 4}});
  ASSERT_THAT(profile, IsOk());
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_SHIFT), 5, 1e-12);
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_SHIFT, v1::GEOMETRY_SPHERICAL), M_PI / 2, 1e-12);
  EXPECT_EQ(Work(*profile, v1::STATISTIC_METRIC_DISTORTION), 0);
  EXPECT_EQ(Work(*profile, v1::STATISTIC_TOPOLOGICAL_CHANGE), 0);
  for (const v1::DimensionCurve& curve : profile->dimensions()) {
    EXPECT_TRUE(std::isnan(curve.two_nn(0).mean()));
    EXPECT_NE(curve.two_nn(0).undefined_reason(), "");
    EXPECT_NE(curve.levina_bickel(0).undefined_reason(), "");
  }
}

TEST(UnusualActivationsTest, OfTwoPointsHaveOneDistance) {
  const auto profile = MeasureRows({{1, 0}, {4, 4}}, {{1, 0}, {1, 3}});
  ASSERT_THAT(profile, IsOk());
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_SHIFT), std::sqrt(10.0) / 2, 1e-12);
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_METRIC_DISTORTION), std::sqrt(2.0) / 2, 1e-12);
  EXPECT_EQ(Work(*profile, v1::STATISTIC_TOPOLOGICAL_CHANGE), 0);
}

TEST(UnusualActivationsTest, OfEqualPointsMove) {
  const auto profile = MeasureRows(Rows(6, {1, 0}), Rows(6, {1, 2}));
  ASSERT_THAT(profile, IsOk());
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_SHIFT), 2, 1e-12);
  for (const v1::Geometry geometry :
       {v1::GEOMETRY_RAW, v1::GEOMETRY_SPHERICAL, v1::GEOMETRY_HYPERBOLIC}) {
    EXPECT_EQ(Work(*profile, v1::STATISTIC_METRIC_DISTORTION, geometry), 0);
    EXPECT_EQ(Work(*profile, v1::STATISTIC_TOPOLOGICAL_CHANGE, geometry), 0);
  }
  EXPECT_EQ(profile->dimensions(0).distinct_points(0), 1);
  EXPECT_NE(profile->dimensions(0).two_nn(0).undefined_reason(), "");
}

TEST(UnusualActivationsTest, OfDuplicatesAreMeasuredAsTheyAre) {
  const Rows x = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const auto profile = MeasureRows(x, Times(2, x), Raw());
  ASSERT_THAT(profile, IsOk());
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_SHIFT), (2 + std::sqrt(2.0)) / 4, 1e-12);
  // Distances d and 2d: Σ d²/64 over ordered pairs is a loss of 1 (8·2·(1 + 2 + 1) = 64).
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_METRIC_DISTORTION), 0.5, 1e-12);
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_TOPOLOGICAL_CHANGE),
              std::sqrt(kUnitSquare + kSquareOfTwo), 1e-12);
  EXPECT_EQ(profile->dimensions(0).distinct_points(0), 4);
}

TEST(UnusualActivationsTest, OnALineHaveAnEmptyDiagram) {
  const Rows line = {{1, 1}, {2, 2}, {4, 4}, {7, 7}}, square = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const auto one = MeasureRows(line, square, Raw());
  ASSERT_THAT(one, IsOk());
  EXPECT_NEAR(Work(*one, v1::STATISTIC_TOPOLOGICAL_CHANGE), std::sqrt(kSquareOfTwo), 1e-12);
  const auto none = MeasureRows(line, Times(3, line), Raw());
  ASSERT_THAT(none, IsOk());
  EXPECT_EQ(Work(*none, v1::STATISTIC_TOPOLOGICAL_CHANGE), 0);
}

TEST(UnusualActivationsTest, OnAGridHaveAHoleInEverySquareWhateverTheTies) {
  Rows grid;
  for (int i = 0; i < 25; ++i) grid.push_back({double(i % 5), double(i / 5)});
  const auto profile = MeasureRows(grid, Times(2, grid), Raw());
  ASSERT_THAT(profile, IsOk());
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_TOPOLOGICAL_CHANGE),
              4 * std::sqrt(kUnitSquare + kSquareOfTwo), 1e-12);
  EXPECT_NE(profile->dimensions(0).two_nn(0).undefined_reason(), "");
}

TEST(UnusualActivationsTest, MayHaveMoreCoordinatesThanPoints) {
  Rows x(3, std::vector<double>(50, 0.0));
  for (int i = 0; i < 3; ++i) x[i][20 * i] = 1;
  const auto profile = MeasureRows(x, Times(2, x));
  ASSERT_THAT(profile, IsOk());
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_SHIFT), 1, 1e-12);
  // Six ordered pairs of weight 1/9 at √2 and 2√2.
  EXPECT_NEAR(Work(*profile, v1::STATISTIC_METRIC_DISTORTION), std::sqrt(6 * 2 / 9.0) / 2, 1e-12);
  EXPECT_EQ(Work(*profile, v1::STATISTIC_METRIC_DISTORTION, v1::GEOMETRY_SPHERICAL), 0);
}

TEST(UnusualActivationsTest, MayHaveHugeOrTinyCoordinates) {
  const Rows x = {{1, 0.5}, {-2, 1}, {0.25, -1}, {1, 3}, {-1, -2}};
  const Rows y = {{1, 1}, {-2, 1.5}, {0.5, -1}, {2, 3}, {-1, -3}};
  const auto plain = MeasureRows(x, y);
  ASSERT_THAT(plain, IsOk());
  for (const int exponent : {498, -498}) {  // about 1e150 and 1e-150
    const double scale = std::ldexp(1.0, exponent);
    const auto scaled = MeasureRows(Times(scale, x), Times(scale, y));
    ASSERT_THAT(scaled, IsOk()) << exponent;
    for (const v1::Statistic statistic :
         {v1::STATISTIC_SHIFT, v1::STATISTIC_METRIC_DISTORTION, v1::STATISTIC_TOPOLOGICAL_CHANGE}) {
      EXPECT_EQ(Work(*scaled, statistic) / scale, Work(*plain, statistic)) << exponent;
      for (const v1::Geometry geometry : {v1::GEOMETRY_SPHERICAL, v1::GEOMETRY_HYPERBOLIC}) {
        EXPECT_EQ(Work(*scaled, statistic, geometry), Work(*plain, statistic, geometry));
      }
    }
  }
}

}  // namespace
}  // namespace widthlab::geometry
