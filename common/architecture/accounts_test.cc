#include "common/architecture/accounts.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

// v = 10, d = 4, two layers, two heads of two coordinates, w = 8.
Architecture Tiny() {
  return UniformArchitecture(
      {.vocab_size = 10, .hidden_size = 4, .layers = 2, .heads = 2, .ffn_width = 8});
}

TEST(AccountsTest, CountsEveryTensorOfATinyModel) {
  const ParameterAccount p = CountParameters(Tiny());
  EXPECT_EQ(p.embedding, 40);
  EXPECT_EQ(p.unembedding, 0);
  EXPECT_EQ(p.attention, 2 * 4 * 16);
  EXPECT_EQ(p.ffn, 2 * 3 * 4 * 8);
  EXPECT_EQ(p.norms, 2 * 2 * 4 + 4);
  EXPECT_EQ(p.total(), 40 + 128 + 192 + 20);
  EXPECT_EQ(p.effective(), p.total());
  EXPECT_EQ(p.non_embedding(), 340);
}

TEST(AccountsTest, GroupedHeadsBiasesAndUntiedHeadAreCounted) {
  Architecture a = Tiny();
  a.kv_heads = 1;
  a.qkv_bias = a.attention_output_bias = a.ffn_bias = true;
  a.tied_embeddings = false;
  const ParameterAccount p = CountParameters(a);
  EXPECT_EQ(p.unembedding, 40);
  // q and o: 4x4 each; k and v: 4x2 each; biases 4 + 2 + 2 + 4.
  EXPECT_EQ(p.attention, 2 * (16 + 16 + 8 + 8 + 12));
  // gate and up 4x8 + 8 each, down 8x4 + 4.
  EXPECT_EQ(p.ffn, 2 * (40 + 40 + 36));
  // The output bias is outside the budget.
  EXPECT_EQ(FfnBudgetParameters(a), 2 * (40 + 40 + 32));
}

TEST(AccountsTest, UnitCostFollowsTheKindOfFfn) {
  Architecture a = Tiny();
  EXPECT_EQ(FfnUnitCost(a, 0), 12);
  a.ffn_bias = true;
  EXPECT_EQ(FfnUnitCost(a, 0), 14);
  a.feed_forward = FeedForward::kPlain;
  EXPECT_EQ(FfnUnitCost(a, 0), 9);
  a.ffn_bias = false;
  EXPECT_EQ(FfnUnitCost(a, 0), 8);
  a.residual_widths = {4, 12};
  EXPECT_EQ(FfnUnitCost(a, 1), 24);
}

TEST(AccountsTest, UniformBudgetDoesNotReadTheWidths) {
  Architecture a = Tiny();
  a.ffn_widths = {3, 13};
  EXPECT_EQ(UniformFfnParameters(a, 8), 192);
  EXPECT_EQ(FfnBudgetParameters(a), 192);
}

TEST(AccountsTest, ALayerOfWidthZeroHasNoFfnAndNoNormBeforeIt) {
  Architecture a = Tiny();
  a.ffn_bias = true;
  a.ffn_widths = {0, 8};
  const ParameterAccount p = CountParameters(a);
  EXPECT_EQ(p.ffn, 40 + 40 + 36);
  EXPECT_EQ(p.norms, 4 + 8 + 4);
}

TEST(AccountsTest, FlopsCountMatricesTwiceAndAttentionInFull) {
  // Per layer: attention 64 weights, FFN 96, products 4 * s * 4; unembedding 40 weights.
  EXPECT_EQ(ForwardFlopsPerToken(Tiny(), 16), 2 * (40 + 2 * (64 + 96)) + 2 * 4 * 16 * 4);
}

TEST(AccountsTest, KvBytesCountKeysAndValuesOfEveryLayer) {
  Architecture a = Tiny();
  EXPECT_EQ(KvBytesPerToken(a, 2), 2 * 2 * 4 * 2);
  a.kv_heads = 1;
  EXPECT_EQ(KvBytesPerToken(a, 2), 2 * 2 * 2 * 2);
}

TEST(AccountsTest, ExpertsMultiplyParametersAndTopKMultipliesFlops) {
  Architecture a = Tiny();
  a.experts = 4;
  a.experts_per_token = 2;
  const ParameterAccount p = CountParameters(a);
  EXPECT_EQ(p.ffn, 4 * 192);
  EXPECT_EQ(p.router, 2 * 4 * 4);
  EXPECT_EQ(FfnUnitCost(a, 0), 48);
  EXPECT_EQ(ForwardFlopsPerToken(a, 16), 2 * (40 + 2 * (64 + 2 * 96 + 16)) + 512);
}

// The published widths of arXiv 2606.18246 at L = 16, d = 640: 16 sum w^2 and its two corrections.
TEST(AccountsTest, HourglassMatchesThePublishedEffectiveCount) {
  const std::vector<int64_t> widths = {1152, 960, 832, 704, 608, 512, 448, 352,
                                       320,  256, 224, 192, 288, 480, 736, 1152};
  const int64_t v = 100263, d = 640, s = 4096;
  Architecture a = UniformArchitecture(
      {.vocab_size = v, .hidden_size = d, .layers = 16, .heads = 8, .ffn_width = 4 * d});
  a.tied_embeddings = false;
  a.residual_widths = widths;
  int64_t squares = 0, sum = 0;
  for (int l = 0; l < 16; ++l) {
    a.ffn_widths[l] = 4 * widths[l];
    squares += widths[l] * widths[l];
    sum += widths[l];
  }
  ASSERT_TRUE(Validate(a).ok());
  const ParameterAccount p = CountParameters(a);
  EXPECT_EQ(p.attention + p.ffn, 16 * squares);
  EXPECT_EQ(p.unused, 3 * 1152 * (1152 - d) + 4 * 1152 * (1152 - d));
  const int64_t uniform = 2 * v * d + 16 * 16 * d * d;
  EXPECT_NEAR(static_cast<double>(p.effective() - p.norms) / uniform, 1.0, 0.005);
  EXPECT_EQ(ForwardFlopsPerToken(a, s), 2 * d * v + 32 * squares + 4 * s * sum);
  EXPECT_EQ(UnusedForwardFlopsPerToken(a), 2 * p.unused);
  EXPECT_EQ(KvBytesPerToken(a, 2), 2 * sum * 2);
}

}  // namespace
}  // namespace widthlab::architecture
