#include "common/tensor_io/float16.h"

#include <bit>
#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

TEST(Float16Test, KnownBitPatternsHaveTheirValues) {
  EXPECT_EQ(Float16ToFloat(0x3c00), 1.0f);
  EXPECT_EQ(Float16ToFloat(0xc000), -2.0f);
  EXPECT_EQ(Float16ToFloat(0x7bff), 65504.0f);
  EXPECT_EQ(Float16ToFloat(0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(Float16ToFloat(0x03ff), 1023 * std::ldexp(1.0f, -24));
  EXPECT_EQ(Float16ToFloat(0x7c00), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::signbit(Float16ToFloat(0x8000)));
  EXPECT_EQ(BFloat16ToFloat(0x3f80), 1.0f);
  EXPECT_EQ(BFloat16ToFloat(0x4049), 3.140625f);
}

TEST(Float16Test, EveryHalfSurvivesARoundTrip) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const float value = Float16ToFloat(static_cast<uint16_t>(bits));
    const uint16_t back = FloatToFloat16(value);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(Float16ToFloat(back)));
    } else {
      ASSERT_EQ(back, bits);
    }
  }
}

TEST(Float16Test, EveryBFloat16SurvivesARoundTrip) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const float value = BFloat16ToFloat(static_cast<uint16_t>(bits));
    const uint16_t back = FloatToBFloat16(value);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(BFloat16ToFloat(back)));
    } else {
      ASSERT_EQ(back, bits);
    }
  }
}

TEST(Float16Test, TiesRoundToEven) {
  // Halves near 1 are 2^-10 apart, bfloat16 2^-7.
  EXPECT_EQ(FloatToFloat16(1.0f + std::ldexp(1.0f, -11)), 0x3c00);
  EXPECT_EQ(FloatToFloat16(1.0f + 3 * std::ldexp(1.0f, -11)), 0x3c02);
  EXPECT_EQ(FloatToBFloat16(1.0f + std::ldexp(1.0f, -8)), 0x3f80);
  EXPECT_EQ(FloatToBFloat16(1.0f + 3 * std::ldexp(1.0f, -8)), 0x3f82);
  // Half of the least subnormal rounds to zero, a little more rounds up.
  EXPECT_EQ(FloatToFloat16(std::ldexp(1.0f, -25)), 0x0000);
  EXPECT_EQ(FloatToFloat16(std::nextafter(std::ldexp(1.0f, -25), 1.0f)), 0x0001);
}

TEST(Float16Test, LargeValuesRoundToInfinityWhereTheFormatEnds) {
  EXPECT_EQ(FloatToFloat16(65519.0f), 0x7bff);
  EXPECT_EQ(FloatToFloat16(65520.0f), 0x7c00);
  EXPECT_EQ(FloatToFloat16(-1e9f), 0xfc00);
  EXPECT_EQ(FloatToBFloat16(std::numeric_limits<float>::max()), 0x7f80);
}

}  // namespace
}  // namespace widthlab::tensor_io
