#include "common/tensor_io/widen.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "common/tensor_io/float16.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

std::string AllHalves() {
  std::string bytes(2 * 65536, '\0');
  for (uint32_t i = 0; i < 65536; ++i) {
    const uint16_t bits = static_cast<uint16_t>(i);
    std::memcpy(bytes.data() + 2 * i, &bits, 2);
  }
  return bytes;
}

TEST(WidenTest, EveryHalfIsWidenedAsOneByOne) {
  const std::string bytes = AllHalves();
  std::vector<float> half(65536), brain(65536);
  WidenFloat16(bytes, absl::MakeSpan(half));
  WidenBFloat16(bytes, absl::MakeSpan(brain));
  for (uint32_t i = 0; i < 65536; ++i) {
    const float expected = Float16ToFloat(static_cast<uint16_t>(i));
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(half[i])) << i;
    } else {
      ASSERT_EQ(std::bit_cast<uint32_t>(half[i]), std::bit_cast<uint32_t>(expected)) << i;
    }
    ASSERT_EQ(std::bit_cast<uint32_t>(brain[i]), i << 16);
  }
}

TEST(WidenTest, AnyLengthAndAddress) {
  const std::string bytes = "x" + AllHalves().substr(0x3c00 * 2, 2 * 13);
  std::vector<float> values(13);
  WidenFloat16(std::string_view(bytes).substr(1), absl::MakeSpan(values));
  for (int i = 0; i < 13; ++i) EXPECT_EQ(values[i], 1.0f + static_cast<float>(i) / 1024);
}

// Every sign, exponent and kept mantissa, with the dropped bits around a tie.
TEST(WidenTest, NarrowsAsOneByOne) {
  std::vector<float> values;
  for (uint32_t high = 0; high < 65536; ++high) {
    for (const uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      values.push_back(std::bit_cast<float>(high << 16 | low));
    }
  }
  std::vector<uint16_t> bits(values.size());
  NarrowToBFloat16(values, absl::MakeSpan(bits));
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(bits[i], FloatToBFloat16(values[i])) << std::bit_cast<uint32_t>(values[i]);
  }
}

}  // namespace
}  // namespace widthlab::tensor_io
