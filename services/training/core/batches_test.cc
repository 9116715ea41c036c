#include "services/training/core/batches.h"

#include <algorithm>
#include <set>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::training {
namespace {

using ::testing::ElementsAre;

v1::TrainSpec Spec(int batch_size, int length, uint64_t seed) {
  v1::TrainSpec spec;
  spec.set_batch_size(batch_size);
  spec.set_sequence_length(length);
  spec.set_seed(seed);
  return spec;
}

TEST(SequenceOrderTest, EveryPassVisitsEverySequenceOnce) {
  SequenceOrder order(1, 50);
  std::vector<int64_t> first, second;
  for (int i = 0; i < 50; ++i) first.push_back(order.Next());
  for (int i = 0; i < 50; ++i) second.push_back(order.Next());
  EXPECT_NE(first, second);
  EXPECT_EQ(std::set<int64_t>(first.begin(), first.end()).size(), 50u);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  EXPECT_EQ(first, second);
}

TEST(SequenceOrderTest, TheSeedDecidesTheOrder) {
  SequenceOrder one(1, 50), again(1, 50), other(2, 50);
  std::vector<int64_t> a, b, c;
  for (int i = 0; i < 50; ++i) {
    a.push_back(one.Next());
    b.push_back(again.Next());
    c.push_back(other.Next());
  }
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
}

TEST(BatchesTest, TargetsAreTheNextTokens) {
  const std::vector<uint32_t> tokens = {10, 11, 12, 13, 14};
  auto batches = Batches::Create(tokens, Spec(1, 4, 0));
  ASSERT_THAT(batches, IsOk());
  const Batch& batch = batches->Next();
  EXPECT_THAT(batch.ids, ElementsAre(10, 11, 12, 13));
  EXPECT_THAT(batch.targets, ElementsAre(11, 12, 13, 14));
}

TEST(BatchesTest, NoTokenButTheLastPieceIsLeftOut) {
  // 14 tokens: four sequences of three and their targets; the fourteenth token is left over.
  std::vector<uint32_t> tokens(14);
  for (uint32_t i = 0; i < 14; ++i) tokens[i] = i;
  auto batches = Batches::Create(tokens, Spec(4, 3, 5));
  ASSERT_THAT(batches, IsOk());
  Batch batch = batches->Next();
  std::sort(batch.targets.begin(), batch.targets.end());
  EXPECT_THAT(batch.targets, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}

TEST(BatchesTest, ATextThatIsTooShortIsRefused) {
  const std::vector<uint32_t> tokens = {1, 2, 3};
  EXPECT_THAT(Batches::Create(tokens, Spec(1, 3, 0)), FailsOnField("sequence_length"));
  EXPECT_THAT(Batches::Create(tokens, Spec(1, 2, 0)), IsOk());
  EXPECT_THAT(Batches::Create({}, Spec(1, 2, 0)), FailsOnField("sequence_length"));
}

}  // namespace
}  // namespace widthlab::training
