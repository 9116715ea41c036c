#include "services/schedule/core/model_accounts.h"

#include "common/architecture/architecture.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using architecture::Architecture;

// v = 10, d = 4, two layers, two heads of two coordinates, w = 8, tied.
Architecture Tiny() {
  return architecture::UniformArchitecture({.vocab_size = 10,
                                            .hidden_size = 4,
                                            .layers = 2,
                                            .heads = 2,
                                            .ffn_width = 8,
                                            .max_positions = 16});
}

int64_t Activations(const Architecture& a) {
  return CountModel({.model = a}, 16).memory.activation_bytes_per_token();
}

// A layer keeps 4 + 4 + 4 + 8 + 4 for attention and 4 + 4 + 24 for the FFN; the end 4 + 4 + 10.
TEST(ModelAccountsTest, ActivationsAreWhatTheBackwardPassReads) {
  Architecture a = Tiny();
  EXPECT_EQ(Activations(a), 2 * (2 * 56 + 18));
  a.kv_heads = 1;
  EXPECT_EQ(Activations(a), 2 * (2 * 52 + 18));
  a.ffn_widths = {0, 8};
  EXPECT_EQ(Activations(a), 2 * (2 * 52 + 18 - 32));
}

TEST(ModelAccountsTest, ATokenMeetsTheExpertsThatItIsRoutedTo) {
  Architecture a = Tiny();
  const ModelAccounts dense = CountModel({.model = a}, 16);
  EXPECT_EQ(dense.memory.active_parameters(), dense.accounts.total_parameters());
  a.experts = 4;
  a.experts_per_token = 1;
  const ModelAccounts sparse = CountModel({.model = a}, 16);
  EXPECT_EQ(sparse.accounts.ffn_parameters(), 4 * 192);
  EXPECT_EQ(sparse.memory.router_parameters(), 2 * 4 * 4);
  EXPECT_EQ(sparse.memory.active_parameters(), dense.accounts.total_parameters() + 2 * 4 * 4);
  EXPECT_EQ(Activations(a), 2 * (2 * (56 + 4) + 18));
}

// Layer 0 has heads of 4 together, layer 1 of 12: 4 d w each.
TEST(ModelAccountsTest, HeadsMayHaveAWidthOfTheirOwn) {
  const ScheduledModel wide{.model = Tiny(), .attention_widths = {4, 12}};
  ASSERT_THAT(CheckModel(wide), IsOk());
  const ModelAccounts cost = CountModel(wide, 16);
  const ModelAccounts plain = CountModel({.model = Tiny()}, 16);
  EXPECT_EQ(cost.accounts.attention_parameters(), 4 * 4 * 4 + 4 * 4 * 12);
  EXPECT_EQ(cost.accounts.norm_parameters(), plain.accounts.norm_parameters());
  EXPECT_EQ(cost.accounts.embedding_parameters(), 40);
  EXPECT_EQ(cost.accounts.total_parameters(), plain.accounts.total_parameters() + 4 * 4 * 8);
  EXPECT_EQ(cost.accounts.kv_bytes_per_token(), 2 * 2 * (4 + 12));
  EXPECT_EQ(cost.memory.activation_bytes_per_token(), 2 * (2 * 56 + 18 + 4 * 8));
  EXPECT_EQ(cost.accounts.forward_flops_per_token(),
            plain.accounts.forward_flops_per_token() + 2 * 4 * 4 * 8 + 4 * 16 * 8);
}

TEST(ModelAccountsTest, EqualHeadsOfTheirOwnAreThePlainModel) {
  const ModelAccounts own = CountModel({.model = Tiny(), .attention_widths = {4, 4}}, 16);
  const ModelAccounts plain = CountModel({.model = Tiny()}, 16);
  EXPECT_EQ(own.accounts.SerializeAsString(), plain.accounts.SerializeAsString());
  EXPECT_EQ(own.memory.SerializeAsString(), plain.memory.SerializeAsString());
}

TEST(ModelAccountsTest, HeadsThatDoNotDivideTheirWidthAreRefused) {
  EXPECT_THAT(CheckModel({.model = Tiny(), .attention_widths = {4, 6}}),
              FailsOnField("attention_widths[1]"));
  EXPECT_THAT(CheckModel({.model = Tiny(), .attention_widths = {4}}),
              FailsOnField("attention_widths"));
}

}  // namespace
}  // namespace widthlab::schedule
