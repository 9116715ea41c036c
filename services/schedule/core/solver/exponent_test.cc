#include "services/schedule/core/solver/exponent.h"

#include <limits>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(ExponentTest, FourOverTheDimensionWithinItsBounds) {
  const auto a = ExponentsFromDimension({8, 16, 2, 1000}, {});
  ASSERT_THAT(a, IsOk());
  EXPECT_THAT(a->values, ElementsAre(0.5, 0.25, 1, 0.1));
}

TEST(ExponentTest, UndefinedDimensionsTakeTheMedianOfTheOthers) {
  const auto a = ExponentsFromDimension({8, kNan, 16, 10, 40}, {});
  ASSERT_THAT(a, IsOk());
  EXPECT_EQ(a->median_dimension, 13);
  EXPECT_THAT(a->values, ElementsAre(0.5, 4.0 / 13, 0.25, 0.4, 0.1));
  EXPECT_THAT(a->filled_in, ElementsAre(false, true, false, false, false));
}

TEST(ExponentTest, BadInputIsRefusedByName) {
  EXPECT_THAT(ExponentsFromDimension({kNan, kNan}, {}), FailsOnField("dimension"));
  EXPECT_THAT(ExponentsFromDimension({4, 0}, {}), FailsOnField("dimension[1]"));
  EXPECT_THAT(ExponentsFromDimension({4}, {.scale = 0}), FailsOnField("exponent_scale"));
  EXPECT_THAT(ExponentsFromDimension({4}, {.least = 0}), FailsOnField("exponent_min"));
  EXPECT_THAT(ExponentsFromDimension({4}, {.least = 0.5, .most = 0.4}),
              FailsOnField("exponent_max"));
}

}  // namespace
}  // namespace widthlab::schedule
