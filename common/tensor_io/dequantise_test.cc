#include "common/tensor_io/dequantise.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "common/tensor_io/gguf_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace widthlab::tensor_io {
namespace {

std::vector<float> Values(GgufTypeId id, std::string_view bytes) {
  const GgufType* type = FindGgufType(static_cast<uint32_t>(id));
  std::vector<float> out(bytes.size() / static_cast<size_t>(type->block_bytes) *
                         static_cast<size_t>(type->block_elements));
  Dequantise(id, bytes, absl::MakeSpan(out));
  return out;
}

// 0.5 and 2 as halves.
const std::string kHalf("\x00\x38", 2);
const std::string kTwo("\x00\x40", 2);

TEST(DequantiseTest, FourBitsByHand) {
  // Byte i: low half i, high half 15 - i.
  std::string q;
  for (int i = 0; i < 16; ++i) q.push_back(static_cast<char>(i | (15 - i) << 4));
  const std::vector<float> plain = Values(GgufTypeId::kQ4_0, kHalf + q);
  const std::vector<float> offset = Values(GgufTypeId::kQ4_1, kHalf + kTwo + q);
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(plain[i], 0.5f * (i - 8));
    EXPECT_EQ(plain[16 + i], 0.5f * (7 - i));
    EXPECT_EQ(offset[i], 0.5f * i + 2);
    EXPECT_EQ(offset[16 + i], 0.5f * (15 - i) + 2);
  }
}

TEST(DequantiseTest, FiveBitsByHand) {
  // All low halves are 1; the fifth bit is set for values 0, 15, 16 and 31.
  const std::string fifth("\x01\x80\x01\x80", 4);
  const std::string q(16, '\x11');
  const std::vector<float> plain = Values(GgufTypeId::kQ5_0, kHalf + fifth + q);
  const std::vector<float> offset = Values(GgufTypeId::kQ5_1, kHalf + kTwo + fifth + q);
  for (int i = 0; i < 32; ++i) {
    const bool set = i == 0 || i == 15 || i == 16 || i == 31;
    EXPECT_EQ(plain[i], set ? 0.5f : -7.5f) << i;
    EXPECT_EQ(offset[i], set ? 10.5f : 2.5f) << i;
  }
}

TEST(DequantiseTest, EightBitsByHand) {
  std::string q;
  for (int i = 0; i < 32; ++i) q.push_back(static_cast<char>(4 * i - 128));
  const std::vector<float> small = Values(GgufTypeId::kQ8_0, kHalf + q);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(small[i], 0.5f * (4 * i - 128));

  q.clear();
  for (int i = 0; i < 256; ++i) q.push_back(static_cast<char>(i - 128));
  const std::vector<float> large =
      Values(GgufTypeId::kQ8_K, LittleEndian(0.1f) + q + std::string(32, '\x7f'));
  for (int i = 0; i < 256; ++i) EXPECT_EQ(large[i], 0.1f * static_cast<float>(i - 128));
}

std::string BytesOfHex(const std::string& digits) {
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

// Blocks of random bits, and the numbers that the format's own Python package makes of them.
TEST(DequantiseTest, EveryTypeHasTheBitsOfTheReference) {
  std::ifstream file("tests/data/gguf/blocks.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  EXPECT_EQ(cases.size(), 13u);
  for (uint32_t id = 0; id < 40; ++id) {
    const GgufType* type = FindGgufType(id);
    if (type == nullptr || type->id == GgufTypeId::kQ8_K) continue;
    const nlohmann::json& expected = cases.at(std::string(type->name));
    const std::string bytes = BytesOfHex(expected.at("bytes").get<std::string>());
    const std::string values = BytesOfHex(expected.at("values").get<std::string>());
    const std::vector<float> out = Values(type->id, bytes);
    ASSERT_EQ(values.size(), 4 * out.size()) << type->name;
    for (size_t i = 0; i < out.size(); ++i) {
      uint32_t bits;
      std::memcpy(&bits, values.data() + 4 * i, 4);
      ASSERT_EQ(std::bit_cast<uint32_t>(out[i]), bits)
          << type->name << " value " << i << ": " << out[i] << " not "
          << std::bit_cast<float>(bits);
    }
  }
}

}  // namespace
}  // namespace widthlab::tensor_io
