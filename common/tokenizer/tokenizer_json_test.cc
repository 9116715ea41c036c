#include "common/tokenizer/tokenizer_json.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/status/matchers.h"
#include "common/tokenizer/token_cases.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tokenizer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// "ab" before "bc"; <s> in front of a document.
constexpr char kSmall[] = R"({
  "version": "1.0", "truncation": null, "padding": null,
  "added_tokens": [{"id": 6, "content": "<s>", "single_word": false, "lstrip": false,
                    "rstrip": false, "normalized": false, "special": true}],
  "normalizer": null, "pre_tokenizer": null,
  "post_processor": {"type": "TemplateProcessing",
    "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
    "pair": [], "special_tokens": {"<s>": {"id": "<s>", "ids": [6], "tokens": ["<s>"]}}},
  "decoder": {"type": "Fuse"},
  "model": {"type": "BPE", "dropout": null, "unk_token": null, "fuse_unk": false,
    "vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5},
    "merges": ["a b", ["b", "c"], "ab c"]}})";

std::string With(const char* from, const char* to) {
  return absl::StrReplaceAll(kSmall, {{from, to}});
}

std::vector<int64_t> Ids(const std::string& json, std::string_view text) {
  const auto tokenizer = ParseTokenizerJson(json);
  EXPECT_THAT(tokenizer, IsOk());
  return (*tokenizer)->Encode(text).value();
}

TEST(TokenizerJsonTest, MergesByRankFromLeftToRight) {
  EXPECT_THAT(Ids(kSmall, "abc"), ElementsAre(5));
  EXPECT_THAT(Ids(kSmall, "bcab"), ElementsAre(4, 3));
  EXPECT_THAT(Ids(kSmall, "aabcbc"), ElementsAre(0, 5, 4));
  EXPECT_THAT(Ids(kSmall, "<s>ab<s>"), ElementsAre(6, 3, 6));
  EXPECT_THAT(Ids(kSmall, ""), IsEmpty());
  // Without an unknown token other characters leave nothing.
  EXPECT_THAT(Ids(kSmall, "axb"), ElementsAre(3));
}

TEST(TokenizerJsonTest, ADocumentGetsWhatTheTemplateSays) {
  const auto tokenizer = ParseTokenizerJson(kSmall);
  ASSERT_THAT(tokenizer, IsOk());
  EXPECT_THAT((*tokenizer)->EncodeDocument("ab"), IsOkAndHolds(ElementsAre(6, 3)));
  EXPECT_THAT((*tokenizer)->EncodeDocument(""), IsOkAndHolds(ElementsAre(6)));
  EXPECT_THAT((*tokenizer)->Decode({6, 3, 2}), IsOkAndHolds("abc"));
  EXPECT_EQ((*tokenizer)->vocabulary_size(), 7);
}

TEST(TokenizerJsonTest, TextThatIsNotUtf8IsRefusedWithThePlace) {
  const auto tokenizer = ParseTokenizerJson(kSmall);
  ASSERT_THAT(tokenizer, IsOk());
  EXPECT_THAT((*tokenizer)->Encode("ab\xFFx"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("byte 2 (0xff)")));
}

class FixtureTest : public ::testing::TestWithParam<const char*> {};

TEST_P(FixtureTest, IdsAreTheReferences) {
  const std::string folder = GetParam();
  const auto tokenizer = ParseTokenizerJson(ReadTokenizerData(folder + "/tokenizer.json"));
  ASSERT_THAT(tokenizer, IsOk());
  const std::vector<TokenCase> cases = ReadTokenCases(folder);
  ASSERT_GE(cases.size(), 30u);
  for (const TokenCase& each : cases) {
    EXPECT_THAT((*tokenizer)->Encode(each.text), IsOkAndHolds(each.ids)) << each.text;
    EXPECT_THAT((*tokenizer)->EncodeDocument(each.text), IsOkAndHolds(each.document_ids));
    EXPECT_THAT((*tokenizer)->Decode(each.ids), IsOkAndHolds(each.decoded)) << each.text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FixtureTest, ::testing::Values("bpe-gpt2", "bpe-llama3"));

TEST(TokenizerJsonTest, WhatIsNotKnownIsNamed) {
  const struct {
    std::string json;
    const char* field;
  } cases[] = {
      {With(R"("normalizer": null)", R"("normalizer": {"type": "Lowercase"})"), "normalizer.type"},
      {With(R"("pre_tokenizer": null)", R"("pre_tokenizer": {"type": "BertPreTokenizer"})"),
       "pre_tokenizer.type"},
      {With(R"("type": "TemplateProcessing")", R"("type": "Frob")"), "post_processor.type"},
      {With(R"("type": "BPE")", R"("type": "Unigram")"), "model.type"},
      {With(R"("fuse_unk": false)", R"("frob": 1)"), "model.frob"},
      {With(R"("version": "1.0")", R"("version": "2.0")"), "version"},
      {With(R"("dropout": null)", R"("dropout": 0.1)"), "model.dropout"},
      {With(R"("unk_token": null)", R"("unk_token": "<unk>")"), "model.unk_token"},
      {With(R"("ab c")", R"("ab x")"), "model.merges"},
      {With(R"("ab c")", R"("abc")"), "model.merges"},
      {With(R"("ab c")", "7"), "model.merges"},
      {With(R"("abc": 5)", R"("abc": 4)"), "model.vocab"},
      {With(R"("abc": 5)", R"("abc": -1)"), "model.vocab"},
      {With(R"("abc": 5)", R"("abc": 99999999)"), "model.vocab"},
      {With(R"("id": 6)", R"("id": 5)"), "added_tokens[0].id"},
      {With(R"("ids": [6])", R"("ids": [7])"), "post_processor"},
      {With(R"("padding": null)", R"("frob": null)"), "frob"},
  };
  for (const auto& each : cases) {
    EXPECT_THAT(ParseTokenizerJson(each.json).status(), FailsOnField(each.field)) << each.json;
  }
}

TEST(TokenizerJsonTest, DamagedFilesAreErrors) {
  const std::string whole = kSmall;
  for (size_t size = 0; size < whole.size(); size += 7) {
    EXPECT_THAT(ParseTokenizerJson(whole.substr(0, size)).status(),
                StatusIs(absl::StatusCode::kInvalidArgument));
  }
  EXPECT_THAT(ParseTokenizerJson(std::string(100000, '[')).status(), FailsOnField("tokenizer"));
  EXPECT_THAT(ParseTokenizerJson(std::string("{}\0{}", 5)).status(), FailsOnField("tokenizer"));
  EXPECT_THAT(ParseTokenizerJson("[]").status(), FailsOnField("tokenizer"));
  EXPECT_THAT(ParseTokenizerJson("{}").status(), FailsOnField("model"));
}

TEST(TokenizerJsonTest, ALongWordTakesNoQuadraticTime) {
  const auto tokenizer = ParseTokenizerJson(kSmall);
  ASSERT_THAT(tokenizer, IsOk());
  std::string word;
  for (int i = 0; i < 1 << 20; ++i) word += "abc"[i % 3];
  EXPECT_EQ((*tokenizer)->Encode(word)->size(), (word.size() + 2) / 3);
}

}  // namespace
}  // namespace widthlab::tokenizer
