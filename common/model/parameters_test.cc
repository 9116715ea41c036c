#include "common/model/parameters.h"

#include <cmath>
#include <vector>

#include "common/architecture/accounts.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using architecture::Architecture;

Architecture Small() {
  return architecture::UniformArchitecture(
      {.vocab_size = 11, .hidden_size = 8, .layers = 2, .heads = 2, .ffn_width = 12});
}

TEST(ParametersTest, TensorsHaveTheNamesAndShapesOfALlama) {
  Architecture a = Small();
  a.tied_embeddings = false;
  a.kv_heads = 1;
  a.ffn_widths = {12, 0};
  std::vector<std::string> found;
  for (const ParameterSpec& spec : ParameterSpecs(a)) {
    found.push_back(spec.name + " " + std::to_string(spec.shape[0]) +
                    (spec.is_matrix() ? "x" + std::to_string(spec.shape[1]) : ""));
  }
  EXPECT_THAT(found, testing::ElementsAre("model.embed_tokens.weight 11x8",
                                          "model.layers.0.input_layernorm.weight 8",
                                          "model.layers.0.self_attn.q_proj.weight 8x8",
                                          "model.layers.0.self_attn.k_proj.weight 4x8",
                                          "model.layers.0.self_attn.v_proj.weight 4x8",
                                          "model.layers.0.self_attn.o_proj.weight 8x8",
                                          "model.layers.0.post_attention_layernorm.weight 8",
                                          "model.layers.0.mlp.gate_proj.weight 12x8",
                                          "model.layers.0.mlp.up_proj.weight 12x8",
                                          "model.layers.0.mlp.down_proj.weight 8x12",
                                          "model.layers.1.input_layernorm.weight 8",
                                          "model.layers.1.self_attn.q_proj.weight 8x8",
                                          "model.layers.1.self_attn.k_proj.weight 4x8",
                                          "model.layers.1.self_attn.v_proj.weight 4x8",
                                          "model.layers.1.self_attn.o_proj.weight 8x8",
                                          "model.norm.weight 8", "lm_head.weight 11x8"));
}

TEST(ParametersTest, TheCountIsTheAccounts) {
  Architecture a = Small();
  a.ffn_widths = {12, 20};
  const auto parameters = Parameters::Create(a);
  ASSERT_THAT(parameters, IsOk());
  EXPECT_EQ(parameters->count(), architecture::CountParameters(a).total());
}

TEST(ParametersTest, TensorsBeginAtWholeCacheLines) {
  auto parameters = Parameters::Create(Small());
  ASSERT_THAT(parameters, IsOk());
  for (size_t i = 0; i < parameters->specs().size(); ++i) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(parameters->Tensor(i).data()) % 64, 0u);
  }
}

TEST(ParametersTest, EqualNamesAndShapesBeginEqualAcrossArchitectures) {
  Architecture other = Small();
  other.ffn_widths = {12, 20};
  auto one = Parameters::Create(Small());
  auto two = Parameters::Create(other);
  ASSERT_THAT(one, IsOk());
  ASSERT_THAT(two, IsOk());
  one->Initialise(3);
  two->Initialise(3);
  for (const ParameterSpec& spec : one->specs()) {
    const bool resized = spec.name.find("layers.1.mlp") != std::string::npos;
    EXPECT_EQ(one->Tensor(spec.name) == two->Tensor(spec.name), !resized) << spec.name;
  }
  two->Initialise(4);
  EXPECT_NE(one->Tensor("model.embed_tokens.weight"), two->Tensor("model.embed_tokens.weight"));
}

TEST(ParametersTest, InitialValuesHaveTheDeviationOfTheirSpec) {
  Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 257, .hidden_size = 64, .layers = 2, .heads = 2, .ffn_width = 256});
  auto parameters = Parameters::Create(a);
  ASSERT_THAT(parameters, IsOk());
  parameters->Initialise(1);
  const auto deviation = [&](const char* name) {
    double squares = 0;
    for (const float value : parameters->Tensor(name)) squares += double{value} * double{value};
    return std::sqrt(squares / static_cast<double>(parameters->Tensor(name).size()));
  };
  EXPECT_NEAR(deviation("model.layers.0.mlp.up_proj.weight"), 0.02, 0.0005);
  EXPECT_NEAR(deviation("model.layers.0.mlp.down_proj.weight"), 0.01, 0.0003);
  EXPECT_EQ(deviation("model.norm.weight"), 1.0);
}

TEST(ParametersTest, ClonesShareNothing) {
  auto parameters = Parameters::Create(Small());
  ASSERT_THAT(parameters, IsOk());
  parameters->Initialise(1);
  const Parameters copy = parameters->Clone();
  const float before = copy.values()[0];
  parameters->values()[0] += 1;
  EXPECT_EQ(copy.values()[0], before);
}

TEST(ParametersTest, PartsThatTheDecoderLacksAreRefusedByTheirKey) {
  Architecture a = Small();
  a.qkv_bias = true;
  EXPECT_THAT(Parameters::Create(a), FailsOnField("attention_bias"));
  a = Small();
  a.feed_forward = architecture::FeedForward::kPlain;
  EXPECT_THAT(Parameters::Create(a), FailsOnField("mlp_type"));
  a = Small();
  a.residual_widths = {8, 8};
  EXPECT_THAT(Parameters::Create(a), FailsOnField("residual_widths"));
  a = Small();
  a.layers = 3;
  EXPECT_THAT(Parameters::Create(a), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace widthlab::model
