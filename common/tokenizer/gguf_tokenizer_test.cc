#include "common/tokenizer/gguf_tokenizer.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "common/tensor_io/gguf_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tokenizer {
namespace {

using tensor_io::GgufBuilder;
using tensor_io::GgufKind;
using ::testing::ElementsAre;

absl::StatusOr<std::unique_ptr<Tokenizer>> Make(GgufBuilder& gguf) {
  const auto file = tensor_io::GgufFile::FromBytes(gguf.Build(), "test.gguf");
  EXPECT_THAT(file, IsOk());
  return MakeGgufTokenizer(*file);
}

GgufBuilder ByteLevel(const std::string& rule) {
  GgufBuilder gguf;
  gguf.Text("tokenizer.ggml.model", "gpt2")
      .Text("tokenizer.ggml.pre", rule)
      .Texts("tokenizer.ggml.tokens", {"<s>", "a", "1", "Ġ", "Ġ1", "11", "Ġa"})
      .List<int32_t>("tokenizer.ggml.token_type", GgufKind::kInt32, {3, 1, 1, 1, 1, 1, 1})
      .Texts("tokenizer.ggml.merges", {"Ġ 1", "1 1", "Ġ a"})
      .Uint32("tokenizer.ggml.bos_token_id", 0);
  return gguf;
}

TEST(GgufTokenizerTest, TheRuleDecidesWhereDigitsAreCut) {
  GgufBuilder gpt2 = ByteLevel("gpt-2");
  EXPECT_THAT((*Make(gpt2))->Encode(" a 11"), IsOkAndHolds(ElementsAre(6, 4, 2)));
  // Digits first, each alone.
  GgufBuilder smollm = ByteLevel("smollm");
  EXPECT_THAT((*Make(smollm))->Encode(" a 11"), IsOkAndHolds(ElementsAre(6, 3, 2, 2)));
  EXPECT_THAT((*Make(smollm))->EncodeDocument("<s>a"), IsOkAndHolds(ElementsAre(0, 1)));
  GgufBuilder llama3 = ByteLevel("llama-bpe");
  EXPECT_THAT((*Make(llama3))->EncodeDocument(" a 11"), IsOkAndHolds(ElementsAre(0, 6, 3, 5)));
}

TEST(GgufTokenizerTest, ScoresMergeAndBytesStandIn) {
  GgufBuilder gguf;
  gguf.Text("tokenizer.ggml.model", "llama")
      .Texts("tokenizer.ggml.tokens",
             {"<unk>", "<s>", "</s>", "<0xC3>", "<0xA9>", "a", "b", "ab", "▁", "▁a"})
      .List<int32_t>("tokenizer.ggml.token_type", GgufKind::kInt32, {2, 3, 3, 6, 6, 1, 1, 1, 1, 1})
      .List<float>("tokenizer.ggml.scores", GgufKind::kFloat32, {0, 0, 0, 0, 0, -3, -3, -1, -3, -2})
      .Uint32("tokenizer.ggml.bos_token_id", 1)
      .Uint32("tokenizer.ggml.eos_token_id", 2)
      .Uint32("tokenizer.ggml.unknown_token_id", 0);
  const auto tokenizer = Make(gguf);
  ASSERT_THAT(tokenizer, IsOk());
  // "ab" scores best, so "▁a" is not made.
  EXPECT_THAT((*tokenizer)->Encode("ab a"), IsOkAndHolds(ElementsAre(8, 7, 9)));
  EXPECT_THAT((*tokenizer)->Encode("é"), IsOkAndHolds(ElementsAre(8, 3, 4)));
  EXPECT_THAT((*tokenizer)->EncodeDocument("a</s>a"), IsOkAndHolds(ElementsAre(1, 9, 2, 9)));
  EXPECT_THAT((*tokenizer)->Decode({1, 9, 7, 3, 4}), IsOkAndHolds("aabé"));
}

TEST(GgufTokenizerTest, WhatDoesNotFitIsNamed) {
  GgufBuilder rule = ByteLevel("frob");
  EXPECT_THAT(Make(rule).status(), FailsOnField("tokenizer.ggml.pre"));
  GgufBuilder none;
  none.Text("general.architecture", "llama");
  EXPECT_THAT(Make(none).status(), StatusIs(absl::StatusCode::kNotFound));
  GgufBuilder kind;
  kind.Text("tokenizer.ggml.model", "bert").Texts("tokenizer.ggml.tokens", {"a"});
  EXPECT_THAT(Make(kind).status(), FailsOnField("tokenizer.ggml.model"));
  GgufBuilder types;
  types.Text("tokenizer.ggml.model", "gpt2")
      .Texts("tokenizer.ggml.tokens", {"a"})
      .List<int32_t>("tokenizer.ggml.token_type", GgufKind::kInt32, {1, 1});
  EXPECT_THAT(Make(types).status(), FailsOnField("tokenizer.ggml.token_type"));
  GgufBuilder merges;
  merges.Text("tokenizer.ggml.model", "gpt2")
      .Texts("tokenizer.ggml.tokens", {"a", "b"})
      .Texts("tokenizer.ggml.merges", {"a b"});
  EXPECT_THAT(Make(merges).status(), FailsOnField("tokenizer.ggml.merges"));
}

}  // namespace
}  // namespace widthlab::tokenizer
