#include "common/numeric/philox.h"

#include <vector>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

// The three vectors for philox4x32-10 that Random123 publishes in kat_vectors.
TEST(PhiloxTest, GivesThePublishedAnswers) {
  EXPECT_EQ(Philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(PhiloxTest, JoinsOutputWordsLowFirst) {
  EXPECT_EQ(PhiloxWord(0, 0, 0), 0xe169c58d6627e8d5);
  EXPECT_EQ(PhiloxWord(0, 0, 1), 0x9b00dbd8bc57ac4c);
}

TEST(PhiloxTest, WritesTheSameWordsManyAtATime) {
  const uint64_t key = 0x0123456789abcdef;
  const uint64_t stream = 0xfedcba9876543210;
  for (uint64_t start : {uint64_t{0}, uint64_t{1}, uint64_t{6}, (uint64_t{1} << 33) - 5}) {
    for (size_t count : {0, 1, 2, 7, 8, 9, 16, 41}) {
      std::vector<uint64_t> words(count);
      PhiloxWords(key, stream, start, absl::MakeSpan(words));
      for (size_t i = 0; i < count; ++i) {
        ASSERT_EQ(words[i], PhiloxWord(key, stream, start + i))
            << start << " " << count << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace widthlab::numeric
