#include "services/geometry/core/transport/diagram_distance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

using Diagram = std::vector<DiagramPoint>;

// The least cost over every way to match rows i, i + 1, … to columns that are left.
double Exhaustive(const Diagram& x, const Diagram& y, GroundNorm norm, size_t i,
                  std::vector<bool>& used) {
  if (i == x.size()) {
    double rest = 0;
    for (size_t j = 0; j < y.size(); ++j) {
      if (!used[j]) rest += SquaredDistanceToDiagonal(y[j], norm);
    }
    return rest;
  }
  double best = SquaredDistanceToDiagonal(x[i], norm) + Exhaustive(x, y, norm, i + 1, used);
  for (size_t j = 0; j < y.size(); ++j) {
    if (used[j]) continue;
    used[j] = true;
    best = std::min(best, SquaredDistance(x[i], y[j], norm) + Exhaustive(x, y, norm, i + 1, used));
    used[j] = false;
  }
  return best;
}

Diagram Random(size_t count, bool grid, numeric::RandomStream& stream) {
  Diagram diagram;
  for (size_t i = 0; i < count; ++i) {
    const double birth = grid ? static_cast<double>(stream.Below(3)) : stream.Uniform();
    const double persistence =
        grid ? 1 + static_cast<double>(stream.Below(3)) : stream.Uniform() + 1e-3;
    diagram.push_back({birth, birth + persistence});
  }
  return diagram;
}

TEST(DiagramDistanceTest, OfOnePointEachIsTheShorterWay) {
  // Near points match; far ones go to the diagonal, where persistence s costs s²/2 or s²/4.
  EXPECT_DOUBLE_EQ(ComputeDiagramDistance({{{0, 2}}}, {{{0, 3}}}, GroundNorm::kEuclidean).distance,
                   1);
  const DiagramDistance apart =
      ComputeDiagramDistance({{{0, 1}}}, {{{100, 102}}}, GroundNorm::kEuclidean);
  EXPECT_DOUBLE_EQ(apart.distance, std::sqrt(0.5 + 2));
  EXPECT_EQ(apart.match, (std::vector<int32_t>{-1}));
  EXPECT_DOUBLE_EQ(
      ComputeDiagramDistance({{{0, 1}}}, {{{100, 102}}}, GroundNorm::kMaximum).distance,
      std::sqrt(0.25 + 1));
}

TEST(DiagramDistanceTest, OfEmptyDiagrams) {
  EXPECT_EQ(ComputeDiagramDistance({}, {}, GroundNorm::kEuclidean).distance, 0);
  const Diagram some = {{0, 2}, {1, 3}};
  EXPECT_DOUBLE_EQ(ComputeDiagramDistance(some, {}, GroundNorm::kEuclidean).distance, 2);
  EXPECT_DOUBLE_EQ(ComputeDiagramDistance({}, some, GroundNorm::kEuclidean).distance, 2);
}

TEST(DiagramDistanceTest, DropsPointsWithoutPersistence) {
  const Diagram x = {{1, 1}, {0, 2}, {5, 5}};
  const Diagram y = {{0, 2}, {3, 3}};
  const DiagramDistance d = ComputeDiagramDistance(x, y, GroundNorm::kEuclidean);
  EXPECT_EQ(d.distance, 0);
  EXPECT_EQ(d.match, (std::vector<int32_t>{-1, 0, -1}));
}

TEST(DiagramDistanceTest, AgreesWithEveryMatchingTried) {
  numeric::RandomStream stream(1, "diagram");
  for (int trial = 0; trial < 600; ++trial) {
    const GroundNorm norm = trial % 2 == 0 ? GroundNorm::kEuclidean : GroundNorm::kMaximum;
    const Diagram x = Random(stream.Below(6), trial % 3 == 0, stream);
    const Diagram y = Random(stream.Below(6), trial % 3 == 0, stream);
    std::vector<bool> used(y.size());
    const double expected = Exhaustive(x, y, norm, 0, used);
    const DiagramDistance d = ComputeDiagramDistance(x, y, norm);
    EXPECT_NEAR(d.primal, expected, 1e-13) << trial;
    EXPECT_NEAR(d.dual, expected, 1e-13) << trial;
  }
}

TEST(DiagramDistanceTest, ProvesLargerAnswersByTheirDuals) {
  numeric::RandomStream stream(2, "diagram");
  for (const GroundNorm norm : {GroundNorm::kEuclidean, GroundNorm::kMaximum}) {
    const Diagram x = Random(300, false, stream);
    const Diagram y = Random(333, false, stream);
    const DiagramDistance d = ComputeDiagramDistance(x, y, norm);
    EXPECT_NEAR(d.dual, d.primal, 1e-11 * d.primal);
    // The primal value is what the matching costs.
    std::vector<bool> used(y.size());
    double cost = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const int32_t j = d.match[i];
      cost += j < 0 ? SquaredDistanceToDiagonal(x[i], norm) : SquaredDistance(x[i], y[j], norm);
      if (j >= 0) {
        EXPECT_FALSE(used[j]);
        used[j] = true;
      }
    }
    for (size_t j = 0; j < y.size(); ++j) {
      if (!used[j]) cost += SquaredDistanceToDiagonal(y[j], norm);
    }
    EXPECT_NEAR(cost, d.primal, 1e-11 * d.primal);
  }
}

TEST(DiagramDistanceTest, StopsWhenItIsCancelled) {
  numeric::RandomStream stream(8, "diagram");
  const Diagram x = Random(400, /*grid=*/false, stream);
  const Diagram y = Random(400, /*grid=*/false, stream);
  int questions = 0;
  ComputeDiagramDistance(x, y, GroundNorm::kEuclidean, [&] { return ++questions < 0; });
  EXPECT_GT(questions, 3);
  questions = 0;
  const DiagramDistance stopped =
      ComputeDiagramDistance(x, y, GroundNorm::kEuclidean, [&] { return ++questions >= 3; });
  EXPECT_EQ(questions, 3);
  EXPECT_TRUE(stopped.match.empty());
}

TEST(DiagramDistanceTest, IsAMetricOnTheseDiagrams) {
  numeric::RandomStream stream(3, "diagram");
  const Diagram x = Random(80, false, stream);
  const Diagram y = Random(90, false, stream);
  const Diagram z = Random(70, false, stream);
  const auto distance = [](const Diagram& a, const Diagram& b) {
    return ComputeDiagramDistance(a, b, GroundNorm::kEuclidean).distance;
  };
  EXPECT_EQ(distance(x, x), 0);
  EXPECT_NEAR(distance(x, y), distance(y, x), 1e-12);
  EXPECT_LE(distance(x, z), distance(x, y) + distance(y, z) + 1e-12);
}

TEST(DiagramDistanceTest, ManyEqualPointsDoNotHoldItUp) {
  const Diagram x(400, {0, 1});
  const Diagram y(300, {0, 1});
  EXPECT_NEAR(ComputeDiagramDistance(x, y, GroundNorm::kEuclidean).primal, 50, 1e-12);
}

TEST(DiagramDistanceTest, OfTiesOnAGridIsTheSumOverEqualPoints) {
  // Births and deaths of a grid: few different points, each many times.
  numeric::RandomStream stream(4, "diagram");
  for (const GroundNorm norm : {GroundNorm::kEuclidean, GroundNorm::kMaximum}) {
    const Diagram x = Random(1500, true, stream);
    const Diagram y = Random(1200, true, stream);
    const DiagramDistance d = ComputeDiagramDistance(x, y, norm);
    EXPECT_EQ(d.primal, d.dual);  // sums of eighths
  }
}

TEST(DiagramDistanceTest, KeepsItsPrecisionForDiagramsThatHardlyDiffer) {
  numeric::RandomStream stream(5, "diagram");
  const Diagram x = Random(500, false, stream);
  Diagram y = x;
  double expected = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    y[i].death += 1e-7 * stream.Uniform();
    expected += (y[i].death - x[i].death) * (y[i].death - x[i].death);
  }
  const DiagramDistance d = ComputeDiagramDistance(x, y, GroundNorm::kEuclidean);
  EXPECT_NEAR(d.primal, expected, 1e-13 * expected);
  EXPECT_NEAR(d.dual, expected, 1e-9 * expected);
}

TEST(DiagramDistanceTest, ScalesWithTheDiagramToAnySize) {
  const Diagram x = {{0, 2}, {1, 3}}, y = {{0.5, 2}};
  const double expected = ComputeDiagramDistance(x, y, GroundNorm::kEuclidean).distance;
  for (const double scale : {0x1p-500, 0x1p500}) {
    Diagram sx = x, sy = y;
    for (Diagram* d : {&sx, &sy}) {
      for (DiagramPoint& p : *d) p = {p.birth * scale, p.death * scale};
    }
    EXPECT_EQ(ComputeDiagramDistance(sx, sy, GroundNorm::kEuclidean).distance, expected * scale);
  }
}

}  // namespace
}  // namespace widthlab::geometry
