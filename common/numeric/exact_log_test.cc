#include "common/numeric/exact_log.h"

#include <cmath>
#include <limits>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(ExactLogTest, IsZeroAtOneAndExactAtPowersOfTwo) {
  EXPECT_EQ(ExactLog(1), 0);
  for (int k : {-1022, -53, -1, 1, 10, 1023}) {
    EXPECT_DOUBLE_EQ(ExactLog(std::ldexp(1.0, k)), k * 0.693147180559945309417232121458176568);
  }
}

TEST(ExactLogTest, AgreesWithTheLibraryToTheLastPlace) {
  RandomStream stream(1, "exact_log");
  for (int i = 0; i < 200000; ++i) {
    const double x = std::ldexp(1 + stream.Uniform(), static_cast<int>(stream.Below(2000)) - 1000);
    const double expected = std::log(x);
    ASSERT_NEAR(ExactLog(x), expected, 3e-16 * std::fabs(expected)) << x;
  }
  EXPECT_DOUBLE_EQ(ExactLog(std::numeric_limits<double>::max()),
                   std::log(std::numeric_limits<double>::max()));
}

}  // namespace
}  // namespace widthlab::numeric
