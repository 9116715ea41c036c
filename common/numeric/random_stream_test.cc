#include "common/numeric/random_stream.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(RandomStreamTest, HashesNamesByFnv1a) {
  EXPECT_EQ(StreamHash(""), 0xcbf29ce484222325);
  EXPECT_EQ(StreamHash("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(StreamHash("foobar"), 0x85944171f73967e8);
}

// The expected numbers were computed apart, from the definitions in the headers.
TEST(RandomStreamTest, GivesTheDocumentedNumbers) {
  RandomStream stream(7, "x");
  EXPECT_EQ(stream.Next(), 0x23a19b2d1e436903);
  EXPECT_EQ(stream.Next(), 0xda5eff51b3261ed9);
  EXPECT_EQ(stream.Next(), 0xbddfcf57a9fd7ded);
  EXPECT_EQ(stream.Uniform(), 0.01055683963595977);
  EXPECT_DOUBLE_EQ(stream.Normal(), -1.7187916187600536);
  EXPECT_EQ(RandomStream(11, "perm").Permutation(10),
            (std::vector<int64_t>{1, 0, 5, 2, 8, 4, 3, 9, 7, 6}));

  RandomStream far(9223372036854775813u, "blocks.3.ffn.down.weight");
  far.Skip((uint64_t{1} << 33) + 1);
  EXPECT_EQ(far.Next(), 0x309f3ca5d34c0f04);
}

TEST(RandomStreamTest, DiffersByNameAndBySeed) {
  EXPECT_NE(RandomStream(7, "x").Next(), RandomStream(7, "y").Next());
  EXPECT_NE(RandomStream(7, "x").Next(), RandomStream(8, "x").Next());
}

TEST(RandomStreamTest, SkipsAsIfTheWordsHadBeenDrawn) {
  RandomStream drawn(5, "skip");
  for (int i = 0; i < 13; ++i) drawn.Next();
  RandomStream skipped(5, "skip");
  skipped.Skip(13);
  EXPECT_EQ(drawn.Next(), skipped.Next());
}

TEST(RandomStreamTest, FillsWithTheNumbersThatNormalGives) {
  RandomStream one_by_one(5, "fill");
  RandomStream filled(5, "fill");
  std::vector<float> values(1003);
  filled.FillNormal(absl::MakeSpan(values), 0.02);
  for (float value : values) ASSERT_EQ(value, static_cast<float>(0.02 * one_by_one.Normal()));
  EXPECT_EQ(filled.Next(), one_by_one.Next());
}

TEST(RandomStreamTest, KeepsUniformsBelowOne) {
  RandomStream stream(1, "uniform");
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double u = stream.Uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 5 * std::sqrt(1.0 / 12 / 100000));
}

TEST(RandomStreamTest, DrawsNormalsOfMeanZeroAndUnitVariance) {
  RandomStream stream(1, "normal");
  constexpr int kCount = 100000;
  double sum = 0, sum_of_squares = 0, sum_of_fourths = 0;
  for (int i = 0; i < kCount; ++i) {
    const double z = stream.Normal();
    sum += z;
    sum_of_squares += z * z;
    sum_of_fourths += z * z * z * z;
  }
  EXPECT_NEAR(sum / kCount, 0, 5 / std::sqrt(kCount));
  EXPECT_NEAR(sum_of_squares / kCount, 1, 5 * std::sqrt(2.0 / kCount));
  EXPECT_NEAR(sum_of_fourths / kCount, 3, 5 * std::sqrt(96.0 / kCount));
}

TEST(RandomStreamTest, DrawsEveryNumberBelowABoundAlikeOften) {
  RandomStream stream(1, "below");
  std::map<uint64_t, int> count;
  for (int i = 0; i < 70000; ++i) ++count[stream.Below(7)];
  ASSERT_EQ(count.size(), 7u);
  EXPECT_LT(count.rbegin()->first, 7u);
  for (const auto& [value, times] : count) EXPECT_NEAR(times, 10000, 500) << value;
  EXPECT_EQ(stream.Below(1), 0u);
}

TEST(RandomStreamTest, IsUnbiasedWhereAModuloWouldNotBe) {
  // With bound = 3·2^62 a plain remainder would give the lowest third of results twice as often.
  RandomStream stream(1, "large bound");
  const uint64_t third = uint64_t{1} << 62;
  int lowest = 0;
  for (int i = 0; i < 30000; ++i) lowest += stream.Below(3 * third) < third;
  EXPECT_NEAR(lowest, 10000, 450);
}

TEST(RandomStreamTest, PermutesUniformly) {
  RandomStream stream(1, "permutation");
  std::map<std::vector<int64_t>, int> count;
  for (int i = 0; i < 24000; ++i) ++count[stream.Permutation(4)];
  EXPECT_EQ(count.size(), 24u);
  for (const auto& [order, times] : count) EXPECT_NEAR(times, 1000, 170);
  EXPECT_TRUE(stream.Permutation(0).empty());
  EXPECT_EQ(stream.Permutation(1), (std::vector<int64_t>{0}));
}

}  // namespace
}  // namespace widthlab::numeric
