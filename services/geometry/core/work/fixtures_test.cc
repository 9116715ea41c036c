// Every stored reference case against MeasurePair.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/numeric/thread_pool.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "services/geometry/core/dimension/levina_bickel.h"
#include "services/geometry/core/dimension/neighbours.h"
#include "services/geometry/core/distance/distance_matrix.h"
#include "services/geometry/core/work/pair_work.h"

namespace widthlab::geometry {
namespace {

using nlohmann::json;

constexpr char kFolder[] = "tests/data/geometry/";

struct Cloud {
  std::vector<double> values;
  int64_t points = 0;
  int64_t dimension = 0;
  CloudView View() const { return CloudView(values.data(), points, dimension); }
};

Cloud ReadCsv(const std::string& name) {
  std::ifstream file(kFolder + name);
  EXPECT_TRUE(file.good()) << name;
  Cloud cloud;
  std::string line;
  while (std::getline(file, line)) {
    std::stringstream cells(line);
    std::string cell;
    cloud.dimension = 0;
    while (std::getline(cells, cell, ',')) {
      cloud.values.push_back(std::stod(cell));
      ++cloud.dimension;
    }
    ++cloud.points;
  }
  return cloud;
}

json ReadJson(const std::string& name) {
  std::ifstream file(kFolder + name);
  EXPECT_TRUE(file.good()) << name;
  return json::parse(file);
}

PairParams Everything(Geometry geometry, GroundNorm norm) {
  PairParams params;
  params.geometries = {geometry};
  params.shift = params.metric_distortion = params.topological_change = params.dimension = true;
  params.hyperbolic_radius = 0.9;
  params.ground_norm = norm;
  params.gromov_wasserstein = {.random_starts = 4, .max_iterations = 1000, .seed = 0};
  return params;
}

GeometryWork Measure(const CloudView& x, const CloudView& y, Geometry geometry, GroundNorm norm) {
  numeric::ThreadPool pool(2);
  absl::StatusOr<PairWork> work =
      MeasurePair(pool, x, y, Everything(geometry, norm), [] { return false; });
  EXPECT_THAT(work, IsOk());
  return work->geometries[0];
}

constexpr double kRelative = 1e-9;

void ExpectClose(double actual, double expected, const std::string& what) {
  EXPECT_NEAR(actual, expected, kRelative * std::fabs(expected) + 1e-14) << what;
}

// Pairs of persistence at rounding level may be there or not.
std::vector<std::pair<double, double>> Clear(std::vector<std::pair<double, double>> pairs) {
  std::vector<std::pair<double, double>> kept;
  for (const auto& pair : pairs) {
    if (pair.second - pair.first > 1e-12 * pair.second) kept.push_back(pair);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

void ExpectDiagram(const std::vector<DiagramPoint>& diagram, const json& expected,
                   const std::string& what) {
  std::vector<std::pair<double, double>> actual;
  for (const DiagramPoint& point : diagram) actual.emplace_back(point.birth, point.death);
  actual = Clear(actual);
  const auto wanted = Clear(expected.get<std::vector<std::pair<double, double>>>());
  ASSERT_EQ(actual.size(), wanted.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i) {
    ExpectClose(actual[i].first, wanted[i].first, what + " birth");
    ExpectClose(actual[i].second, wanted[i].second, what + " death");
  }
}

const char* MetricKey(Geometry geometry) {
  switch (geometry) {
    case Geometry::kRaw:
      return "euclidean";
    case Geometry::kSpherical:
      return "spherical";
    default:
      return "hyperbolic";
  }
}

DimensionEstimate MleWithOneK(const Cloud& cloud, Geometry geometry, int64_t k) {
  numeric::ThreadPool pool(1);
  const CloudView view = cloud.View();
  const ScaledCloud scaled(pool, view, 1.0 / 1024);
  const CloudDistances distances = ComputeDistances(pool, scaled, {.raw = true, .angle = true});
  const Matrix matrix = geometry == Geometry::kRaw ? distances.raw
                        : geometry == Geometry::kSpherical
                            ? distances.angle
                            : HyperbolicDistances(pool, distances.angle, 0.9);
  return LevinaBickelDimension(FindNeighbours(pool, matrix, k), {k, k});
}

void ExpectDimension(const CloudDimension& actual, const Cloud& cloud, Geometry geometry,
                     const json& expected, const std::string& what) {
  EXPECT_EQ(actual.distinct_points, expected["n_distinct"].get<int64_t>()) << what;
  const bool defined = expected["twonn_fit"].is_number() && expected["twonn_fit"] < 1e9;
  EXPECT_EQ(std::isnan(actual.two_nn.value), !defined) << what;
  EXPECT_EQ(actual.two_nn.undefined_reason.empty(), defined) << what;
  if (defined) ExpectClose(actual.two_nn.value, expected["twonn_fit"], what + " TwoNN");
  if (expected.contains("mle_inverse_mean")) {
    const DimensionEstimate mle = MleWithOneK(cloud, geometry, expected["mle_k"]);
    ExpectClose(mle.value, expected["mle_inverse_mean"], what + " MLE");
  }
}

class FixturesTest : public testing::TestWithParam<std::tuple<const char*, Geometry>> {};

TEST_P(FixturesTest, AgreeWithTheStoredFigures) {
  const auto [name, geometry] = GetParam();
  const std::string stem(name);
  const Cloud x = ReadCsv(stem + "_X.csv");
  const Cloud y = ReadCsv(stem + "_Y.csv");
  const json expected = ReadJson(stem + ".json")[MetricKey(geometry)];
  const GeometryWork work = Measure(x.View(), y.View(), geometry, GroundNorm::kEuclidean);

  ExpectClose(*work.shift, expected["shift_mean"], "shift");
  ExpectDiagram(work.topological_change->diagram_x, expected["h1_X"], "H1 of X");
  ExpectDiagram(work.topological_change->diagram_y, expected["h1_Y"], "H1 of Y");
  ExpectClose(work.topological_change->distance, expected["w2_q2_l2"], "W2");
  ExpectClose(std::sqrt(work.topological_change->dual), expected["w2_q2_l2"], "dual of W2");
  const GeometryWork sup = Measure(x.View(), y.View(), geometry, GroundNorm::kMaximum);
  ExpectClose(sup.topological_change->distance, expected["w2_q2_linf"], "W2, maximum norm");

  const GromovWasserstein& gw = *work.metric_distortion;
  ExpectClose(gw.identity_loss, expected["gw_loss_identity_coupling"], "GW at the identity");
  EXPECT_LE(gw.loss, gw.identity_loss);
  for (const char* key : {"gw_pot_loss_from_identity", "gw_pot_loss_from_product"}) {
    EXPECT_LE(gw.loss, expected[key].get<double>() * (1 + kRelative) + 1e-14) << key;
  }
  EXPECT_LE(gw.lower_bound, gw.loss);
  EXPECT_GE(gw.lower_bound, 0);
  EXPECT_EQ(gw.distance, 0.5 * std::sqrt(gw.loss));

  ExpectDimension(*work.dimension_x, x, geometry, expected["id_X"], "X");
  ExpectDimension(*work.dimension_y, y, geometry, expected["id_Y"], "Y");
}

INSTANTIATE_TEST_SUITE_P(
    All, FixturesTest,
    testing::Combine(testing::Values("allequal5", "circle40", "collinear20", "identical24_d6", "n1",
                                     "n2", "n3", "octahedron6_ties", "permuted24_d6",
                                     "torus128_d16"),
                     testing::Values(Geometry::kRaw, Geometry::kSpherical, Geometry::kHyperbolic)),
    [](const auto& info) {
      return std::string(std::get<0>(info.param)) + "_" +
             std::string(GeometryName(std::get<1>(info.param)));
    });

class RealLayerTest : public testing::TestWithParam<Geometry> {};

TEST_P(RealLayerTest, AgreesWithTheStoredFigures) {
  const Geometry geometry = GetParam();
  auto file = tensor_io::SafetensorsFile::Open(std::string(kFolder) + "smollm2_layer5.safetensors");
  ASSERT_THAT(file, IsOk());
  const auto view = [&](const char* name) {
    return CloudView(reinterpret_cast<const float*>(file->Tensor(name)->bytes.data()), 205, 576);
  };
  const json expected = ReadJson("smollm2_layer5.json")[std::string(GeometryName(geometry))];
  const GeometryWork work = Measure(view("x"), view("y"), geometry, GroundNorm::kEuclidean);
  ExpectClose(*work.shift, expected["shift"], "shift");
  const TopologicalChange& change = *work.topological_change;
  ExpectClose(change.distance, expected["h1_w2"], "W2");
  EXPECT_EQ(change.diagram_x.size(), expected["h1_pairs_X"].is_array()
                                         ? expected["h1_pairs_X"].size()
                                         : expected["h1_pairs_X"].get<size_t>());
  if (expected["h1_pairs_X"].is_array()) {
    ExpectDiagram(change.diagram_x, expected["h1_pairs_X"], "H1 of X");
    ExpectDiagram(change.diagram_y, expected["h1_pairs_Y"], "H1 of Y");
  }
  const GromovWasserstein& gw = *work.metric_distortion;
  ExpectClose(gw.identity_loss, expected["gw_loss_identity"], "GW at the identity");
  EXPECT_LE(gw.loss, expected["gw_loss_pot_from_identity"].get<double>() * (1 + kRelative));
  if (!expected.contains("twonn_X")) return;  // none are stored for hyperbolic geometry
  ExpectClose(work.dimension_x->two_nn.value, expected["twonn_X"], "TwoNN of X");
  ExpectClose(work.dimension_y->two_nn.value, expected["twonn_Y"], "TwoNN of Y");
  ExpectClose(work.dimension_x->levina_bickel.value, expected["mle10_20_X"], "MLE of X");
  ExpectClose(work.dimension_y->levina_bickel.value, expected["mle10_20_Y"], "MLE of Y");
}

INSTANTIATE_TEST_SUITE_P(All, RealLayerTest,
                         testing::Values(Geometry::kRaw, Geometry::kSpherical,
                                         Geometry::kHyperbolic),
                         [](const auto& info) { return std::string(GeometryName(info.param)); });

}  // namespace
}  // namespace widthlab::geometry
