#include "services/geometry/core/distance/geometry.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

TEST(GeometryTest, AnglesOfKnownDirections) {
  EXPECT_EQ(AngleFromChords(0, 2), 0);
  EXPECT_DOUBLE_EQ(AngleFromChords(std::sqrt(2.0), std::sqrt(2.0)), M_PI / 2);
  EXPECT_DOUBLE_EQ(AngleFromChords(2, 0), M_PI);
  EXPECT_DOUBLE_EQ(AngleFromChords(1, std::sqrt(3.0)), M_PI / 3);
}

TEST(GeometryTest, TinyAnglesKeepTheirDigits) {
  EXPECT_DOUBLE_EQ(AngleFromChords(1e-12, 2), 1e-12);
  EXPECT_NEAR(M_PI - AngleFromChords(2, 1e-3), 2 * std::atan(0.5e-3), 5e-16);
}

TEST(GeometryTest, HyperbolicDistanceAgreesWithItsDefinition) {
  for (const double r : {0.1, 0.5, 0.9, 0.99}) {
    for (const double theta : {0.5, 1.5, 3.0, M_PI}) {
      const double s = 1 - r * r;
      const double expected = std::acosh(1 + 4 * r * r * (1 - std::cos(theta)) / (s * s));
      EXPECT_NEAR(HyperbolicFromAngle(theta, r), expected, 1e-11 * expected) << r << " " << theta;
    }
  }
}

TEST(GeometryTest, OppositePointsLieOnADiameter) {
  // Through the centre: twice the distance from 0 to r, which is 2·artanh(r).
  EXPECT_NEAR(HyperbolicFromAngle(M_PI, 0.9), 4 * std::atanh(0.9), 1e-14);
}

}  // namespace
}  // namespace widthlab::geometry
