#include "common/spec/number_text.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace widthlab::spec {
namespace {

TEST(NumberTextTest, PlacesThePointAsEcmaScriptDoes) {
  EXPECT_EQ(NumberText(0.9), "0.9");
  EXPECT_EQ(NumberText(100.0), "100");
  EXPECT_EQ(NumberText(123.25), "123.25");
  EXPECT_EQ(NumberText(1e-6), "0.000001");
  EXPECT_EQ(NumberText(1.5e-7), "1.5e-7");
  EXPECT_EQ(NumberText(123456789012345680000.0), "123456789012345680000");
  EXPECT_EQ(NumberText(1e21), "1e+21");
  EXPECT_EQ(NumberText(-1.25e22), "-1.25e+22");
}

TEST(NumberTextTest, ZeroHasNoSign) { EXPECT_EQ(NumberText(-0.0), "0"); }

TEST(NumberTextTest, NamesWhatIsNotFinite) {
  EXPECT_EQ(NumberText(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(NumberText(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(NumberTextTest, AFloatHasTheDigitsOfAFloat) {
  EXPECT_EQ(NumberText(0.1f), "0.1");
  EXPECT_EQ(NumberText(static_cast<double>(0.1f)), "0.10000000149011612");
}

TEST(NumberTextTest, EveryTextReadsBackToTheSameBits) {
  uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto value = std::bit_cast<double>(state);
    if (!std::isnormal(value)) continue;  // std::stod refuses subnormal numbers.
    EXPECT_EQ(std::stod(NumberText(value)), value) << NumberText(value);
  }
}

}  // namespace
}  // namespace widthlab::spec
