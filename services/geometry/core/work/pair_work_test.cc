#include "services/geometry/core/work/pair_work.h"

#include <cmath>
#include <utility>
#include <vector>

#include "common/numeric/random_stream.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

struct Cloud {
  int64_t points;
  int64_t dimension;
  std::vector<double> values;
  CloudView View() const { return CloudView(values.data(), points, dimension); }
};

Cloud Gaussian(int64_t points, int64_t dimension, uint64_t seed) {
  Cloud cloud{points, dimension, std::vector<double>(points * dimension)};
  numeric::RandomStream stream(seed, "pair_work");
  for (double& v : cloud.values) v = stream.Normal();
  return cloud;
}

Cloud Moved(const Cloud& cloud, double step, uint64_t seed) {
  Cloud moved = cloud;
  numeric::RandomStream stream(seed, "pair_work.step");
  for (double& v : moved.values) v += step * stream.Normal();
  return moved;
}

PairParams Everything() {
  PairParams params;
  params.geometries = {Geometry::kRaw, Geometry::kSpherical, Geometry::kHyperbolic};
  params.shift = params.metric_distortion = params.topological_change = params.dimension = true;
  params.hyperbolic_radius = 0.9;
  params.ground_norm = GroundNorm::kEuclidean;
  params.gromov_wasserstein = {.random_starts = 1, .max_iterations = 100, .seed = 0};
  return params;
}

absl::StatusOr<PairWork> Measure(const Cloud& x, const Cloud& y,
                                 const PairParams& params = Everything(), int threads = 2) {
  numeric::ThreadPool pool(threads);
  return MeasurePair(pool, x.View(), y.View(), params, [] { return false; });
}

TEST(PairWorkTest, OfEqualCloudsIsZeroInEveryGeometry) {
  const Cloud x = Gaussian(40, 5, 1);
  const auto work = Measure(x, x);
  ASSERT_THAT(work, IsOk());
  for (const GeometryWork& g : work->geometries) {
    EXPECT_EQ(*g.shift, 0) << GeometryName(g.geometry);
    EXPECT_EQ(g.metric_distortion->loss, 0);
    EXPECT_EQ(g.topological_change->distance, 0);
    EXPECT_EQ(g.dimension_x->two_nn.value, g.dimension_y->two_nn.value);
  }
}

TEST(PairWorkTest, ScalesRawGeometryAndLeavesTheOthersAlone) {
  const Cloud x = Gaussian(40, 5, 1);
  const Cloud y = Moved(x, 0.3, 2);
  Cloud sx = x, sy = y;
  for (Cloud* cloud : {&sx, &sy}) {
    for (double& v : cloud->values) v *= 8;
  }
  const auto work = Measure(x, y);
  const auto scaled = Measure(sx, sy);
  ASSERT_THAT(work, IsOk());
  ASSERT_THAT(scaled, IsOk());
  for (size_t g = 0; g < 3; ++g) {
    const GeometryWork& a = work->geometries[g];
    const GeometryWork& b = scaled->geometries[g];
    const double factor = a.geometry == Geometry::kRaw ? 8 : 1;
    EXPECT_EQ(*b.shift, factor * *a.shift);
    EXPECT_EQ(b.metric_distortion->distance, factor * a.metric_distortion->distance);
    EXPECT_EQ(b.metric_distortion->loss, factor * factor * a.metric_distortion->loss);
    EXPECT_EQ(b.topological_change->distance, factor * a.topological_change->distance);
    EXPECT_EQ(b.dimension_x->two_nn.value, a.dimension_x->two_nn.value);
  }
}

TEST(PairWorkTest, IsInvariantUnderRotationsAndReordering) {
  const Cloud x = Gaussian(40, 2, 1);
  const Cloud y = Moved(x, 0.2, 2);
  const double c = std::cos(0.7), s = std::sin(0.7);
  const std::vector<int64_t> order = numeric::RandomStream(3, "order").Permutation(40);
  Cloud tx = x, ty = y;
  for (auto [from, to] : {std::pair(&x, &tx), std::pair(&y, &ty)}) {
    for (int64_t i = 0; i < 40; ++i) {
      const double* p = from->values.data() + 2 * order[i];
      to->values[2 * i] = c * p[0] - s * p[1];
      to->values[2 * i + 1] = s * p[0] + c * p[1];
    }
  }
  const auto work = Measure(x, y);
  const auto turned = Measure(tx, ty);
  ASSERT_THAT(work, IsOk());
  ASSERT_THAT(turned, IsOk());
  for (size_t g = 0; g < 3; ++g) {
    const GeometryWork& a = work->geometries[g];
    const GeometryWork& b = turned->geometries[g];
    EXPECT_NEAR(*b.shift, *a.shift, 1e-11 * *a.shift);
    EXPECT_NEAR(b.metric_distortion->identity_loss, a.metric_distortion->identity_loss,
                1e-10 * a.metric_distortion->identity_loss);
    EXPECT_NEAR(b.topological_change->distance, a.topological_change->distance,
                1e-10 * a.topological_change->distance);
    EXPECT_NEAR(b.dimension_y->levina_bickel.value, a.dimension_y->levina_bickel.value, 1e-9);
  }
}

TEST(PairWorkTest, SwapsTheCloudsWithoutChange) {
  const Cloud x = Gaussian(40, 5, 1);
  const Cloud y = Moved(x, 0.1, 2);
  const auto forth = Measure(x, y);
  const auto back = Measure(y, x);
  ASSERT_THAT(forth, IsOk());
  ASSERT_THAT(back, IsOk());
  for (size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(*forth->geometries[g].shift, *back->geometries[g].shift);
    EXPECT_NEAR(forth->geometries[g].topological_change->distance,
                back->geometries[g].topological_change->distance, 1e-12);
    EXPECT_NEAR(forth->geometries[g].metric_distortion->loss,
                back->geometries[g].metric_distortion->loss, 1e-12);
  }
}

TEST(PairWorkTest, ReadsFloatsAndDoublesAlike) {
  Cloud x = Gaussian(30, 4, 1), y = Gaussian(30, 4, 2);
  std::vector<float> fx(x.values.begin(), x.values.end()), fy(y.values.begin(), y.values.end());
  x.values.assign(fx.begin(), fx.end());
  y.values.assign(fy.begin(), fy.end());
  numeric::ThreadPool pool(1);
  const auto floats = MeasurePair(pool, CloudView(fx.data(), 30, 4), CloudView(fy.data(), 30, 4),
                                  Everything(), [] { return false; });
  const auto doubles = Measure(x, y);
  ASSERT_THAT(floats, IsOk());
  ASSERT_THAT(doubles, IsOk());
  EXPECT_EQ(floats->geometries[2].topological_change->distance,
            doubles->geometries[2].topological_change->distance);
}

TEST(PairWorkTest, GivesTheSameBitsForAnyNumberOfThreads) {
  const Cloud x = Gaussian(100, 16, 1);
  const Cloud y = Moved(x, 0.5, 2);
  const auto one = Measure(x, y, Everything(), 1);
  ASSERT_THAT(one, IsOk());
  for (const int threads : {2, 3, 8}) {
    const auto work = Measure(x, y, Everything(), threads);
    ASSERT_THAT(work, IsOk());
    for (size_t g = 0; g < 3; ++g) {
      const GeometryWork& a = one->geometries[g];
      const GeometryWork& b = work->geometries[g];
      EXPECT_EQ(*a.shift, *b.shift);
      EXPECT_EQ(a.metric_distortion->loss, b.metric_distortion->loss);
      EXPECT_EQ(a.topological_change->distance, b.topological_change->distance);
      EXPECT_EQ(a.topological_change->dual, b.topological_change->dual);
      EXPECT_EQ(a.dimension_x->levina_bickel.value, b.dimension_x->levina_bickel.value);
    }
  }
}

TEST(PairWorkTest, CarriesHugeAndTinyCoordinates) {
  const Cloud x = Gaussian(30, 3, 1);
  const Cloud y = Moved(x, 0.2, 2);
  const auto expected = Measure(x, y);
  for (const int exponent : {-490, 490}) {
    Cloud sx = x, sy = y;
    for (Cloud* cloud : {&sx, &sy}) {
      for (double& v : cloud->values) v = std::ldexp(v, exponent);
    }
    const auto work = Measure(sx, sy);
    ASSERT_THAT(work, IsOk());
    EXPECT_EQ(*work->geometries[0].shift, std::ldexp(*expected->geometries[0].shift, exponent));
    EXPECT_EQ(work->geometries[0].metric_distortion->distance,
              std::ldexp(expected->geometries[0].metric_distortion->distance, exponent));
    EXPECT_EQ(work->geometries[0].topological_change->distance,
              std::ldexp(expected->geometries[0].topological_change->distance, exponent));
  }
}

TEST(PairWorkTest, OfDifferentSizesMeasuresWhatItCan) {
  PairParams params = Everything();
  params.shift = params.metric_distortion = false;
  const auto work = Measure(Gaussian(30, 4, 1), Gaussian(20, 7, 2), params);
  ASSERT_THAT(work, IsOk());
  EXPECT_GT(work->geometries[0].topological_change->distance, 0);
  EXPECT_FALSE(work->geometries[0].shift.has_value());
  EXPECT_FALSE(work->geometries[0].metric_distortion.has_value());
}

TEST(PairWorkTest, RefusesWhatCannotBePaired) {
  PairParams params = Everything();
  EXPECT_THAT(Measure(Gaussian(30, 4, 1), Gaussian(20, 4, 2)), FailsOnField("y"));
  EXPECT_THAT(Measure(Gaussian(30, 4, 1), Gaussian(30, 5, 2)), FailsOnField("y"));
  params.shift = false;
  EXPECT_THAT(Measure(Gaussian(30, 4, 1), Gaussian(30, 5, 2), params), IsOk());
  EXPECT_THAT(Measure(Gaussian(0, 4, 1), Gaussian(0, 4, 2)), FailsOnField("x"));
}

TEST(PairWorkTest, RefusesRowsWithoutANumberOrADirection) {
  Cloud x = Gaussian(5, 2, 1), y = Gaussian(5, 2, 2);
  y.values[6] = NAN;
  EXPECT_THAT(Measure(x, y), FailsOnField("y[3][0]"));
  y.values[6] = y.values[7] = 0;
  EXPECT_THAT(Measure(x, y), FailsOnField("y[3]"));
  PairParams raw = Everything();
  raw.geometries = {Geometry::kRaw};
  EXPECT_THAT(Measure(x, y, raw), IsOk());
}

TEST(PairWorkTest, RefusesARadiusOutsideTheBall) {
  for (const double radius : {0.0, 1.0, -0.5, double{NAN}}) {
    PairParams params = Everything();
    params.hyperbolic_radius = radius;
    EXPECT_THAT(Measure(Gaussian(5, 2, 1), Gaussian(5, 2, 2), params),
                FailsOnField("hyperbolic_radius"));
  }
}

TEST(PairWorkTest, StopsWhereverItIsCancelled) {
  numeric::ThreadPool pool(1);
  const Cloud x = Gaussian(160, 3, 1), y = Gaussian(160, 3, 2);
  int questions = 0;
  const auto measure = [&](int last) {
    questions = 0;
    return MeasurePair(pool, x.View(), y.View(), Everything(), [&] { return ++questions >= last; });
  };
  EXPECT_THAT(measure(1 << 30), IsOk());
  const int all = questions;
  for (int last = 1; last <= all; last += 1 + last / 10) {
    EXPECT_THAT(measure(last), StatusIs(absl::StatusCode::kCancelled)) << last;
    // Each question stands for some milliseconds of work at most: few come after the first yes.
    EXPECT_LE(questions, last + 12) << last;
  }
}

TEST(PairWorkTest, StopsWhenItIsCancelled) {
  numeric::ThreadPool pool(2);
  const Cloud x = Gaussian(5, 2, 1);
  EXPECT_THAT(MeasurePair(pool, x.View(), x.View(), Everything(), [] { return true; }),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::geometry
