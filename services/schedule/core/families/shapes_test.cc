#include <numeric>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/families/crown.h"
#include "services/schedule/core/families/pinned.h"
#include "services/schedule/core/families/reorder.h"
#include "services/schedule/core/families/tapers.h"

namespace widthlab::schedule {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(TapersTest, CosineFallsFromStartToEndAroundTheMean) {
  EXPECT_THAT(CosineTaper(3, {}), ElementsAre(1.5, DoubleNear(1, 1e-15), DoubleNear(0.5, 1e-15)));
  const std::vector<double> shape = CosineTaper(12, {});
  EXPECT_NEAR(std::accumulate(shape.begin(), shape.end(), 0.0) / 12, 1, 1e-14);
}

TEST(TapersTest, LinearRunsStraight) {
  EXPECT_THAT(LinearTaper(3, {.start = 0.5, .end = 4}), ElementsAre(0.5, 2.25, 4));
}

TEST(TapersTest, OneLayerIsUniform) {
  EXPECT_THAT(CosineTaper(1, {}), ElementsAre(1));
  EXPECT_THAT(LinearTaper(1, {}), ElementsAre(1));
  EXPECT_THAT(CrownShape(1, {}), ElementsAre(1));
}

TEST(CrownTest, PeaksWhereItIsTold) {
  EXPECT_THAT(CrownShape(5, {}), ElementsAre(0.5, 1, 1.5, 1, 0.5));
  EXPECT_THAT(CrownShape(5, {.edge = 1, .middle = 4, .at = 0.75}), ElementsAre(1, 2, 3, 4, 1));
}

WidthBudget FourLayers() {
  WidthBudget budget;
  budget.unit_cost.assign(4, 3);
  budget.floor.assign(4, 8);
  budget.cap.assign(4, 1e9);
  budget.uniform_width = 100;
  budget.quantum = 8;
  budget.parameters = 1200;
  return budget;
}

TEST(PinnedTest, FrameKeepsTheEndsAtTheUniformWidth) {
  const WidthBudget pinned = WithPinnedEnds(FourLayers());
  EXPECT_THAT(pinned.floor, ElementsAre(96, 8, 8, 96));
  EXPECT_THAT(pinned.cap, ElementsAre(96, 1e9, 1e9, 96));
}

TEST(PinnedTest, BandsSitWhereTheyAreTold) {
  EXPECT_THAT(*BandLayers(4, {.share = 0.5}), ElementsAre(false, true, true, false));
  EXPECT_THAT(*BandLayers(4, {.share = 0.75}), ElementsAre(true, true, true, false));
  EXPECT_THAT(*BandLayers(4, {.share = 0.5, .place = BandPlace::kFirst}),
              ElementsAre(true, true, false, false));
  EXPECT_THAT(*BandLayers(4, {.share = 0.5, .place = BandPlace::kFinal}),
              ElementsAre(false, false, true, true));
  EXPECT_THAT(WithoutFfnOutside(FourLayers(), {false, true, true, true}).cap,
              ElementsAre(0, 1e9, 1e9, 1e9));
}

TEST(PinnedTest, AnEmptyBandIsRefused) {
  EXPECT_THAT(BandLayers(4, {.share = 0.1}), FailsOnField("share"));
  EXPECT_THAT(BandLayers(4, {.share = 1.2}), FailsOnField("share"));
}

TEST(ReorderTest, KeepsTheWidthsAndChangesTheirPlaces) {
  EXPECT_THAT(ReversedWidths({1, 2, 3}), ElementsAre(3, 2, 1));
  EXPECT_THAT(PermutedWidths({1, 2, 3, 4}, 7), UnorderedElementsAre(1, 2, 3, 4));
  EXPECT_EQ(PermutedWidths({1, 2, 3, 4, 5, 6}, 7), PermutedWidths({1, 2, 3, 4, 5, 6}, 7));
  EXPECT_NE(PermutedWidths({1, 2, 3, 4, 5, 6}, 7), PermutedWidths({1, 2, 3, 4, 5, 6}, 8));
}

}  // namespace
}  // namespace widthlab::schedule
