#include "services/geometry/core/distance/cloud_check.h"

#include <cmath>
#include <vector>

#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

TEST(CloudCheckTest, PassesFiniteRows) {
  const std::vector<double> values = {1, 2, 0, 3};
  EXPECT_THAT(CheckCloud(CloudView(values.data(), 2, 2), "x", true), IsOk());
  EXPECT_THAT(CheckCloud(CloudView(values.data(), 0, 2), "x", true), IsOk());
}

TEST(CloudCheckTest, NamesTheRowAndCoordinateThatIsNotFinite) {
  for (const double bad : {NAN, INFINITY, -INFINITY}) {
    const std::vector<double> values = {1, 2, 3, bad};
    EXPECT_THAT(CheckCloud(CloudView(values.data(), 2, 2), "x", false), FailsOnField("x[1][1]"));
  }
  const std::vector<float> values = {1, NAN, 3, 4};
  EXPECT_THAT(CheckCloud(CloudView(values.data(), 2, 2), "y", false), FailsOnField("y[0][1]"));
}

TEST(CloudCheckTest, RefusesAZeroRowOnlyWhereDirectionsCount) {
  const std::vector<double> values = {1, 2, 0, -0.0};
  const CloudView cloud(values.data(), 2, 2);
  EXPECT_THAT(CheckCloud(cloud, "x", false), IsOk());
  EXPECT_THAT(CheckCloud(cloud, "x", true), FailsOnField("x[1]"));
}

}  // namespace
}  // namespace widthlab::geometry
