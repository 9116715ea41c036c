#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/architecture/config_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Architecture Stored(const std::string& model) {
  std::ifstream file("tests/data/models/" + model + "/config.json");
  std::stringstream text;
  text << file.rdbuf();
  const absl::StatusOr<Architecture> a = ParseConfigJson(text.str());
  EXPECT_THAT(a, IsOk()) << model;
  return a.ok() ? *a : Architecture();
}

// A small model of `type` with more keys.
std::string Config(const std::string& type, const std::string& more) {
  if (type == "gpt2") {
    return absl::StrCat(R"({"model_type": "gpt2", "vocab_size": 64, "n_embd": 16, "n_layer": 4,
      "n_head": 2, "n_positions": 32, )",
                        more, "}");
  }
  return absl::StrCat(R"({"model_type": ")", type, R"(", "vocab_size": 64, "hidden_size": 16,
    "intermediate_size": 24, "num_hidden_layers": 4, "num_attention_heads": 2, "head_dim": 8,
    "max_position_embeddings": 128)",
                      more.empty() ? "" : ", ", more, "}");
}

TEST(FamilyConfigTest, LlamaScalesItsRotation) {
  const Architecture a = Stored("llama-tiny");
  EXPECT_EQ(a.layers, 5);
  EXPECT_EQ(a.kv_heads, 2);
  EXPECT_EQ(a.head_dim, 16);
  EXPECT_EQ(a.ffn_widths, std::vector<int64_t>(5, 160));
  EXPECT_FALSE(a.tied_embeddings);
  EXPECT_EQ(a.rope_theta, 5e5);
  EXPECT_EQ(a.rope_scaling.kind, RopeScaling::Kind::kLlama3);
  EXPECT_EQ(a.rope_scaling.factor, 8);
  EXPECT_EQ(a.rope_scaling.original_max_positions, 64);
  EXPECT_TRUE(Stored("llama-tied").tied_embeddings);
}

TEST(FamilyConfigTest, MistralHasAWindowInEveryLayerUnlessItIsNull) {
  EXPECT_THAT(Stored("mistral-tiny").windows, ElementsAre(16, 16, 16, 16));
  EXPECT_EQ(Stored("mistral-tiny").head_dim, 20);
  EXPECT_THAT(ParseConfigJson(Config("mistral", ""))->windows, ElementsAre(4096, 4096, 4096, 4096));
  EXPECT_THAT(ParseConfigJson(Config("mistral", R"("sliding_window": null)"))->windows, IsEmpty());
}

TEST(FamilyConfigTest, GemmaTwoAlternatesAndCaps) {
  const Architecture a = Stored("gemma2-tiny");
  EXPECT_THAT(a.windows, ElementsAre(16, 0, 16, 0));
  EXPECT_TRUE(a.norm_adds_one && a.pre_norms && a.post_norms && a.tied_embeddings);
  EXPECT_EQ(a.attention_soft_cap, 5);
  EXPECT_EQ(a.final_soft_cap, 30);
  EXPECT_DOUBLE_EQ(a.attention_scale, 1 / std::sqrt(24.0));
  EXPECT_EQ(a.embedding_scale, static_cast<double>(std::sqrt(48.0f)));
  EXPECT_EQ(a.activation, Activation::kGeluTanh);
  const auto uncapped = ParseConfigJson(Config("gemma2", R"("attn_logit_softcapping": null)"));
  EXPECT_EQ(uncapped->attention_soft_cap, 0);
  EXPECT_EQ(uncapped->final_soft_cap, 30);
}

TEST(FamilyConfigTest, GemmaThreeHasTwoBases) {
  const Architecture a = Stored("gemma3-tiny");
  EXPECT_THAT(a.windows, ElementsAre(12, 12, 12, 12, 12, 0));
  EXPECT_EQ(a.qk_norm, QkNorm::kPerHead);
  EXPECT_EQ(a.rope_theta, 1e6);
  EXPECT_EQ(a.local_rope_theta, 1e4);
  EXPECT_EQ(a.rope_scaling.kind, RopeScaling::Kind::kLinear);
  EXPECT_EQ(a.rope_scaling.factor, 8);
  EXPECT_EQ(a.attention_soft_cap, 0);
}

TEST(FamilyConfigTest, BothSpellingsMeanTheSame) {
  const auto older = ParseConfigJson(Config("gemma3_text", R"(
    "rope_theta": 5e5, "rope_local_base_freq": 2e4, "sliding_window": 8,
    "rope_scaling": {"type": "linear", "factor": 4}, "sliding_window_pattern": 2,
    "torch_dtype": "float32")"));
  const auto newer = ParseConfigJson(Config("gemma3_text", R"(
    "rope_parameters": {"full_attention": {"rope_type": "linear", "factor": 4, "rope_theta": 5e5},
                        "sliding_attention": {"rope_type": "default", "rope_theta": 2e4}},
    "sliding_window": 8, "dtype": "float32", "layer_types": ["sliding_attention",
    "full_attention", "sliding_attention", "full_attention"])"));
  ASSERT_THAT(older, IsOk());
  ASSERT_THAT(newer, IsOk());
  EXPECT_EQ(*older, *newer);
  EXPECT_THAT(older->windows, ElementsAre(8, 0, 8, 0));
}

TEST(FamilyConfigTest, QwenSlidesFromALayerOnAndOnlyIfAsked) {
  EXPECT_THAT(Stored("qwen2-tiny").windows, IsEmpty());
  EXPECT_TRUE(Stored("qwen2-tiny").qkv_bias);
  EXPECT_FALSE(Stored("qwen2-tiny").attention_output_bias);
  const auto a = ParseConfigJson(Config(
      "qwen3", R"("use_sliding_window": true, "sliding_window": 8, "max_window_layers": 3)"));
  ASSERT_THAT(a, IsOk());
  EXPECT_THAT(a->windows, ElementsAre(0, 0, 0, 8));
  EXPECT_EQ(a->qk_norm, QkNorm::kPerHead);
  EXPECT_FALSE(a->qkv_bias);
}

TEST(FamilyConfigTest, Gpt2AndOlmo2) {
  const Architecture gpt2 = Stored("gpt2-tiny");
  EXPECT_EQ(gpt2.positions, Positions::kLearned);
  EXPECT_EQ(gpt2.norm, NormKind::kLayer);
  EXPECT_EQ(gpt2.ffn_widths.front(), 192);
  EXPECT_EQ(gpt2.max_positions, 64);
  EXPECT_TRUE(gpt2.ffn_bias && gpt2.qkv_bias && gpt2.attention_output_bias);
  const auto olmo2 = ParseConfigJson(Config("olmo2", ""));
  ASSERT_THAT(olmo2, IsOk());
  EXPECT_FALSE(olmo2->pre_norms);
  EXPECT_TRUE(olmo2->post_norms);
  EXPECT_EQ(olmo2->qk_norm, QkNorm::kWholeProjection);
}

struct Bad {
  std::string type, more, field;
};

TEST(FamilyConfigTest, TraitsThatWeLackAreNamed) {
  const Bad cases[] = {
      {"mixtral", "", "model_type"},
      {"llama", R"("rope_scaling": {"rope_type": "yarn", "factor": 4})", "rope_scaling.rope_type"},
      {"llama", R"("rope_scaling": {"type": "dynamic", "factor": 4})", "rope_scaling.type"},
      {"llama", R"("rope_parameters": {"rope_type": "llama3", "factor": 4})",
       "rope_parameters.low_freq_factor"},
      {"llama", R"("rope_scaling": {"rope_type": "linear", "factor": 4, "attention_factor": 2})",
       "rope_scaling.attention_factor"},
      {"llama", R"("rope_scaling": {"rope_type": "linear", "factor": 0.5})", "rope_scaling.factor"},
      {"llama", R"("partial_rotary_factor": 0.5)", "partial_rotary_factor"},
      {"llama", R"("sliding_window": 8)", "sliding_window"},
      {"llama", R"("quantization_config": {"bits": 4})", "quantization_config"},
      {"llama", R"("hidden_act": "mish")", "hidden_act"},
      {"llama", R"("num_key_value_heads": 3)", "num_key_value_heads"},
      {"mistral", R"("sliding_window": 0)", "sliding_window"},
      {"mistral", R"("attention_bias": true)", "attention_bias"},
      {"gemma3_text", R"("use_bidirectional_attention": true)", "use_bidirectional_attention"},
      {"gemma3_text", R"("sliding_window_pattern": 0)", "sliding_window_pattern"},
      {"gemma2", R"("sliding_window": null)", "sliding_window"},
      {"gemma2", R"("layer_types": ["full_attention"])", "layer_types"},
      {"gemma2", R"("query_pre_attn_scalar": 0)", "query_pre_attn_scalar"},
      {"qwen2", R"("layer_types": ["full_attention", "chunked_attention", "full_attention",
        "full_attention"])",
       "layer_types[1]"},
      {"qwen2", R"("layer_types": ["full_attention", "sliding_attention", "full_attention",
        "full_attention"])",
       "sliding_window"},
      {"gpt2", R"("scale_attn_by_inverse_layer_idx": true)", "scale_attn_by_inverse_layer_idx"},
      {"gpt2", R"("add_cross_attention": true)", "add_cross_attention"},
      {"llama", R"("logits_scaling": 8)", "logits_scaling"},
  };
  for (const Bad& bad : cases) {
    EXPECT_THAT(ParseConfigJson(Config(bad.type, bad.more)), FailsOnField(bad.field))
        << bad.type << " " << bad.more;
  }
}

TEST(FamilyConfigTest, WhatAsksForNothingIsPassedOver) {
  EXPECT_THAT(ParseConfigJson(Config("llama", R"("pretraining_tp": 1, "attention_dropout": 0.1,
    "some_feature": false, "other": null, "third": {}, "_note": 3, "rope_scaling": null)")),
              IsOk());
}

}  // namespace
}  // namespace widthlab::architecture
