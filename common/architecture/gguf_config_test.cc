#include "common/architecture/gguf_config.h"

#include <string>
#include <vector>

#include "common/architecture/config_json.h"
#include "common/status/matchers.h"
#include "common/tensor_io/gguf_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

using tensor_io::GgufBuilder;
using tensor_io::GgufKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The sizes of a family: 2 layers, d = 8, 2 heads over 1 key-value head, FFN 12.
GgufBuilder Sizes(const std::string& family) {
  GgufBuilder gguf;
  gguf.Text("general.architecture", family);
  gguf.Uint32(family + ".block_count", 2).Uint32(family + ".embedding_length", 8);
  gguf.Uint32(family + ".attention.head_count", 2).Uint32(family + ".context_length", 64);
  gguf.Uint32(family + ".feed_forward_length", 12);
  if (family == "gpt2") {
    gguf.Float32("gpt2.attention.layer_norm_epsilon", 1e-5f);
  } else {
    gguf.Uint32(family + ".attention.head_count_kv", 1);
    gguf.Float32(family + ".attention.layer_norm_rms_epsilon", 1e-6f);
    gguf.Float32(family + ".rope.freq_base", 500000.0f);
  }
  gguf.Floats("token_embd.weight", {5, 8}, std::vector<float>(40));
  return gguf;
}

absl::StatusOr<Architecture> Read(const GgufBuilder& gguf) {
  auto file = tensor_io::GgufFile::FromBytes(gguf.Build(), "x.gguf");
  if (!file.ok()) return file.status();
  return GgufArchitecture(*file);
}

TEST(GgufConfigTest, ALlamaIsThatOfItsConfig) {
  GgufBuilder gguf = Sizes("llama");
  gguf.Uint32("llama.vocab_size", 5).Uint32("llama.rope.dimension_count", 4);
  gguf.Floats("output.weight", {5, 8}, std::vector<float>(40));
  const auto a = Read(gguf);
  const auto same = ParseConfigJson(R"({"model_type": "llama", "vocab_size": 5, "hidden_size": 8,
      "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 4,
      "intermediate_size": 12, "rms_norm_eps": 9.999999974752427e-07, "rope_theta": 500000.0,
      "max_position_embeddings": 64, "tie_word_embeddings": false})");
  ASSERT_THAT(same, IsOk());
  EXPECT_THAT(a, IsOkAndHolds(*same));
}

TEST(GgufConfigTest, TheHeadIsTiedWhereThereIsNone) {
  const auto a = Read(Sizes("llama"));
  ASSERT_THAT(a, IsOk());
  EXPECT_TRUE(a->tied_embeddings);
  EXPECT_FALSE(a->qkv_bias);
  EXPECT_TRUE(a->windows.empty());
}

TEST(GgufConfigTest, RotaryDivisorsComeFromTheirTensor) {
  GgufBuilder gguf = Sizes("llama");
  gguf.Floats("rope_freqs.weight", {2}, {1, 8});
  const auto a = Read(gguf);
  ASSERT_THAT(a, IsOk());
  EXPECT_EQ(a->rope_scaling.kind, RopeScaling::Kind::kDivisors);
  EXPECT_THAT(a->rope_scaling.divisors, ElementsAre(1, 8));
  GgufBuilder wrong = Sizes("llama");
  wrong.Floats("rope_freqs.weight", {3}, {1, 8, 8});
  EXPECT_THAT(Read(wrong), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rope_freqs")));
}

TEST(GgufConfigTest, EveryFamilyIsRead) {
  for (const char* family : {"llama", "gpt2", "qwen2", "qwen3", "olmo2"}) {
    const auto a = Read(Sizes(family));
    ASSERT_THAT(a, IsOk()) << family;
    EXPECT_EQ(a->model_type, family);
    EXPECT_EQ(a->hidden_size, 8);
    EXPECT_THAT(a->ffn_widths, ElementsAre(12, 12));
  }
  GgufBuilder mistral = Sizes("llama");
  mistral.Uint32("llama.attention.sliding_window", 16);
  EXPECT_THAT(Read(mistral)->windows, ElementsAre(16, 16));
}

TEST(GgufConfigTest, GemmaIsFilledIn) {
  GgufBuilder second = Sizes("gemma2");
  second.Uint32("gemma2.attention.sliding_window", 16).Uint32("gemma2.attention.key_length", 4);
  second.Float32("gemma2.attn_logit_softcapping", 50).Float32("gemma2.final_logit_softcapping", 30);
  const auto a = Read(second);
  ASSERT_THAT(a, IsOk());
  EXPECT_EQ(a->attention_scale, 0.5);  // 1 / sqrt(head_dim)
  EXPECT_EQ(a->attention_soft_cap, 50);
  EXPECT_EQ(a->final_soft_cap, 30);
  EXPECT_THAT(a->windows, ElementsAre(16, 0));
  EXPECT_TRUE(a->norm_adds_one);

  GgufBuilder third = Sizes("gemma3");
  third.Uint32("gemma3.attention.sliding_window", 16).Text("gemma3.rope.scaling.type", "linear");
  third.Float32("gemma3.rope.scaling.factor", 8);
  const auto b = Read(third);
  ASSERT_THAT(b, IsOk());
  EXPECT_EQ(b->model_type, "gemma3_text");
  EXPECT_EQ(b->attention_soft_cap, 0);
  EXPECT_EQ(b->local_rope_theta, 10000);
  EXPECT_EQ(b->rope_scaling.factor, 8);
  EXPECT_THAT(b->windows, ElementsAre(16, 16));
}

TEST(GgufConfigTest, WidthsMayDifferByLayer) {
  GgufBuilder gguf;
  gguf.Text("general.architecture", "llama").Uint32("llama.block_count", 2);
  gguf.Uint32("llama.embedding_length", 8).Uint32("llama.attention.head_count", 2);
  gguf.Uint32("llama.context_length", 64);
  gguf.List<int32_t>("llama.feed_forward_length", GgufKind::kInt32, {12, 20});
  gguf.Float32("llama.attention.layer_norm_rms_epsilon", 1e-5f);
  gguf.Floats("token_embd.weight", {5, 8}, std::vector<float>(40));
  EXPECT_THAT(Read(gguf)->ffn_widths, ElementsAre(12, 20));
}

TEST(GgufConfigTest, RefusesWhatItDoesNotKnowByName) {
  const auto error = [](auto change) {
    GgufBuilder gguf = Sizes("llama");
    change(gguf);
    const auto a = Read(gguf);
    EXPECT_EQ(a.status().code(), absl::StatusCode::kInvalidArgument);
    return std::string(a.status().message());
  };
  EXPECT_THAT(error([](GgufBuilder& g) { g.Float32("llama.attention.scale", 1); }),
              HasSubstr("key llama.attention.scale: is not known"));
  EXPECT_THAT(error([](GgufBuilder& g) { g.Uint32("llama.expert_count", 8); }),
              HasSubstr("llama.expert_count: is 8; allowed is 0"));
  EXPECT_THAT(error([](GgufBuilder& g) { g.Text("llama.rope.scaling.type", "yarn"); }),
              HasSubstr("is yarn"));
  EXPECT_THAT(error([](GgufBuilder& g) { g.Uint32("llama.rope.dimension_count", 2); }),
              HasSubstr("rope.dimension_count: is 2; allowed is 4"));
  EXPECT_THAT(error([](GgufBuilder& g) { g.Uint32("llama.vocab_size", 6); }),
              HasSubstr("is 6, but token_embd.weight has 5 rows"));
  EXPECT_THAT(error([](GgufBuilder& g) { g.Text("llama.attention.key_length", "4"); }),
              HasSubstr("is a text; wanted is a whole number"));
  GgufBuilder unknown;
  unknown.Text("general.architecture", "mamba");
  EXPECT_THAT(Read(unknown), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is mamba")));
  EXPECT_THAT(Read(GgufBuilder()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("general.architecture")));
}

TEST(GgufConfigTest, NumbersOutOfRangeAreErrors) {
  for (const uint32_t layers : {0u, 10001u, 4000000000u}) {
    GgufBuilder gguf;
    gguf.Text("general.architecture", "llama").Uint32("llama.block_count", layers);
    EXPECT_THAT(Read(gguf), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("block_count")));
  }
}

}  // namespace
}  // namespace widthlab::architecture
