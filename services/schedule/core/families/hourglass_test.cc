#include "services/schedule/core/families/hourglass.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;

double Mean(const std::vector<int64_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0.0) / static_cast<double>(widths.size());
}

TEST(HourglassTest, GivesThePublishedWidthsOfTheSmallestModel) {
  const auto widths = HourglassWidths({.layers = 16, .hidden_size = 640});
  ASSERT_THAT(widths, IsOk());
  EXPECT_THAT(*widths, ElementsAre(1152, 960, 832, 704, 608, 512, 448, 352, 320, 256, 224, 192, 288,
                                   480, 736, 1152));
}

TEST(HourglassTest, GivesThePublishedMeanWidths) {
  struct Case {
    int64_t layers, hidden_size, turning;
    double mean;
  };
  for (const Case& c : {Case{16, 640, 12, 576}, Case{24, 960, 18, 856}, Case{32, 1280, 24, 1145},
                        Case{40, 1600, 30, 1424.8}}) {
    const auto widths = HourglassWidths({.layers = c.layers, .hidden_size = c.hidden_size});
    ASSERT_THAT(widths, IsOk());
    EXPECT_NEAR(Mean(*widths), c.mean, 1e-9);
    const auto least = std::min_element(widths->begin(), widths->end());
    EXPECT_EQ(least - widths->begin() + 1, c.turning);
  }
}

// 16 w^2 a layer against the uniform 16 d^2, less the corrections where the ends are wider than d.
TEST(HourglassTest, EffectiveParametersAreThoseOfTheUniformModelUpToRounding) {
  for (HourglassCurve curve : {HourglassCurve::kGeometric, HourglassCurve::kArithmetic}) {
    for (bool symmetric : {true, false}) {
      const auto widths = HourglassWidths(
          {.layers = 32, .hidden_size = 1280, .curve = curve, .symmetric = symmetric});
      ASSERT_THAT(widths, IsOk());
      double total = 0;
      for (double w : *widths) total += 16 * w * w;
      total -= 3 * widths->front() * std::max<double>(0, widths->front() - 1280);
      total -= 4 * widths->back() * std::max<double>(0, widths->back() - 1280);
      EXPECT_NEAR(total / (16.0 * 32 * 1280 * 1280), 1, 0.005);
      EXPECT_NEAR(*std::min_element(widths->begin(), widths->end()), 0.3 * 1280, 16);
      EXPECT_EQ(widths->front() == widths->back(),
                symmetric || curve == HourglassCurve::kArithmetic);
    }
  }
}

TEST(HourglassTest, AllocatedMatchingCountsEveryWeight) {
  const auto widths = HourglassWidths({.layers = 24, .hidden_size = 960, .match_effective = false});
  ASSERT_THAT(widths, IsOk());
  double total = 0;
  for (double w : *widths) total += w * w;
  EXPECT_NEAR(total / (24.0 * 960 * 960), 1, 0.01);
}

TEST(HourglassTest, ImpossibleShapesAreRefusedByName) {
  EXPECT_THAT(HourglassWidths({.layers = 2, .hidden_size = 640}), FailsOnField("layers"));
  EXPECT_THAT(HourglassWidths({.layers = 16, .hidden_size = 640, .ratio = 1}),
              FailsOnField("ratio"));
  EXPECT_THAT(HourglassWidths({.layers = 16, .hidden_size = 640, .turn = 0.05}),
              FailsOnField("turn"));
  EXPECT_THAT(HourglassWidths({.layers = 16, .hidden_size = 640, .turn = 0.99}),
              FailsOnField("turn"));
  EXPECT_THAT(HourglassWidths({.layers = 16, .hidden_size = 640, .quantum = 512}),
              FailsOnField("quantum"));
}

}  // namespace
}  // namespace widthlab::schedule
