#include "common/architecture/architecture.h"

#include <functional>
#include <string>

#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

Architecture Small() {
  return UniformArchitecture(
      {.vocab_size = 256, .hidden_size = 8, .layers = 3, .heads = 2, .ffn_width = 16});
}

TEST(ArchitectureTest, UniformHasFullHeadsAndOneWidthEverywhere) {
  const Architecture a = Small();
  EXPECT_EQ(a.kv_heads, 2);
  EXPECT_EQ(a.head_dim, 4);
  EXPECT_EQ(a.ffn_widths, (std::vector<int64_t>{16, 16, 16}));
  EXPECT_TRUE(Validate(a).ok());
}

TEST(ArchitectureTest, LayerShapeFollowsResidualWidths) {
  Architecture a = Small();
  a.kv_heads = 1;
  a.residual_widths = {16, 8, 4};
  const LayerShape first = ShapeOfLayer(a, 0);
  EXPECT_EQ(first.residual_width, 16);
  EXPECT_EQ(first.head_dim, 8);
  EXPECT_EQ(first.query_width, 16);
  EXPECT_EQ(first.kv_width, 8);
  EXPECT_EQ(ShapeOfLayer(a, 2).head_dim, 2);
}

TEST(ArchitectureTest, HeadDimNeedNotFollowFromHiddenSize) {
  Architecture a = Small();
  a.head_dim = 6;
  EXPECT_TRUE(Validate(a).ok());
  EXPECT_EQ(ShapeOfLayer(a, 1).query_width, 12);
}

TEST(ArchitectureTest, LayersWithoutFfnAreAllowed) {
  Architecture a = Small();
  a.ffn_widths = {0, 48, 0};
  EXPECT_TRUE(Validate(a).ok());
}

struct BadCase {
  std::string name;
  std::function<void(Architecture&)> damage;
  std::string key;
};

class BadArchitectureTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadArchitectureTest, IsRefusedNamingTheKey) {
  Architecture a = Small();
  GetParam().damage(a);
  const absl::Status status = Validate(a);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find(GetParam().key), std::string::npos) << status;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, BadArchitectureTest,
    testing::Values(
        BadCase{"Vocab", [](Architecture& a) { a.vocab_size = 0; }, "vocab_size"},
        BadCase{"Hidden", [](Architecture& a) { a.hidden_size = -8; }, "hidden_size"},
        BadCase{"Layers", [](Architecture& a) { a.layers = 0; }, "num_hidden_layers"},
        BadCase{"KvHeads", [](Architecture& a) { a.heads = 4, a.kv_heads = 3; },
                "num_key_value_heads"},
        BadCase{"OddHead", [](Architecture& a) { a.head_dim = 3; }, "head_dim"},
        BadCase{"Length", [](Architecture& a) { a.ffn_widths.pop_back(); }, "ffn_widths"},
        BadCase{"Negative", [](Architecture& a) { a.ffn_widths[1] = -1; }, "ffn_widths[1]"},
        BadCase{"ResidualLength", [](Architecture& a) { a.residual_widths = {8}; },
                "residual_widths"},
        BadCase{"ResidualQuantum", [](Architecture& a) { a.residual_widths = {8, 8, 6}; },
                "residual_widths[2]"},
        BadCase{"TopK", [](Architecture& a) { a.experts = 4, a.experts_per_token = 5; },
                "num_experts_per_tok"},
        BadCase{"DenseTopK", [](Architecture& a) { a.experts_per_token = 1; },
                "num_experts_per_tok"},
        BadCase{"Theta", [](Architecture& a) { a.rope_theta = 0.0 / 0.0; }, "rope_theta"},
        BadCase{"Eps", [](Architecture& a) { a.norm_eps = 0; }, "rms_norm_eps"},
        BadCase{"Positions", [](Architecture& a) { a.max_positions = 0; },
                "max_position_embeddings"},
        BadCase{"TooLarge",
                [](Architecture& a) {
                  a.hidden_size = 1 << 24;
                  a.layers = 10000;
                  a.ffn_widths.assign(10000, 1 << 24);
                },
                "parameters"}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace widthlab::architecture
