#include "common/architecture/config_json.h"

#include <string>

#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

constexpr char kTwoLayers[] = R"({
  "model_type": "widthlab", "vocab_size": 256, "hidden_size": 8, "num_hidden_layers": 2,
  "num_attention_heads": 2, "ffn_widths": [16, 24], "hidden_act": "silu",
  "tie_word_embeddings": true, "rope_theta": 10000.0, "rms_norm_eps": 1e-5,
  "max_position_embeddings": 64, "torch_dtype": "float32", "_name_or_path": "x"})";

TEST(ConfigJsonTest, ReadsKeysAndFillsInWhatIsAbsent) {
  absl::StatusOr<Architecture> a = ParseConfigJson(kTwoLayers);
  ASSERT_TRUE(a.ok()) << a.status();
  Architecture expected = UniformArchitecture({.vocab_size = 256,
                                               .hidden_size = 8,
                                               .layers = 2,
                                               .heads = 2,
                                               .ffn_width = 16,
                                               .max_positions = 64});
  expected.ffn_widths[1] = 24;
  EXPECT_EQ(*a, expected);
}

TEST(ConfigJsonTest, WhatIsWrittenReadsBackEqual) {
  Architecture a = *ParseConfigJson(kTwoLayers);
  EXPECT_EQ(*ParseConfigJson(FormatConfigJson(a)), a);
  a.residual_widths = {8, 12};
  a.kv_heads = 1;
  a.experts = 8;
  a.experts_per_token = 2;
  a.feed_forward = FeedForward::kPlain;
  a.activation = Activation::kGeluTanh;
  a.qkv_bias = a.ffn_bias = true;
  a.tied_embeddings = false;
  a.rope_theta = 1.0 / 3.0;
  EXPECT_EQ(*ParseConfigJson(FormatConfigJson(a)), a);
}

TEST(ConfigJsonTest, OutputBiasFollowsAttentionBias) {
  const std::string text = absl::StrReplaceAll(
      kTwoLayers, {{"\"hidden_act\"", "\"attention_bias\": true, \"hidden_act\""}});
  EXPECT_TRUE(ParseConfigJson(text)->attention_output_bias);
}

struct BadText {
  std::string name, from, to, key;
};

class BadConfigTest : public testing::TestWithParam<BadText> {};

TEST_P(BadConfigTest, IsRefusedNamingTheKey) {
  const BadText& bad = GetParam();
  const std::string text = absl::StrReplaceAll(kTwoLayers, {{bad.from, bad.to}});
  ASSERT_NE(text, kTwoLayers);
  const absl::Status status = ParseConfigJson(text).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find(bad.key), std::string::npos) << status;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BadConfigTest,
    testing::Values(BadText{"OtherFamily", "\"widthlab\"", "\"bert\"", "model_type"},
                    BadText{"Missing", "\"vocab_size\": 256,", "", "vocab_size"},
                    BadText{"Text", "256", "\"256\"", "vocab_size"},
                    BadText{"Fraction", "256", "256.5", "vocab_size"},
                    BadText{"Huge", "256", "18446744073709551615", "vocab_size"},
                    BadText{"Element", "24]", "null]", "ffn_widths[1]"},
                    BadText{"List", "[16, 24]", "16", "ffn_widths"},
                    BadText{"Activation", "silu", "swish9", "hidden_act"},
                    BadText{"Bool", "true", "1", "tie_word_embeddings"},
                    BadText{"Unknown", "torch_dtype", "qk_norm", "qk_norm"},
                    BadText{"Repeated", "\"torch_dtype\": \"float32\"", "\"vocab_size\": 256",
                            "vocab_size"},
                    BadText{"Heads", "\"num_attention_heads\": 2", "\"num_attention_heads\": 3",
                            "num_attention_heads"},
                    BadText{"Invalid", "[16, 24]", "[16, -1]", "ffn_widths[1]"},
                    BadText{"NotJson", "{", "", "config.json"}),
    [](const auto& info) { return info.param.name; });

TEST(ConfigJsonTest, DeepNestingIsRefusedBeforeParsing) {
  const absl::Status status = ParseConfigJson(std::string(1 << 20, '[')).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("nested"), std::string::npos) << status;
}

TEST(ConfigJsonTest, BytesThatAreNotUtf8AreRefused) {
  EXPECT_FALSE(ParseConfigJson("{\"model_type\": \"\xff\xfe\"}").ok());
}

}  // namespace
}  // namespace widthlab::architecture
