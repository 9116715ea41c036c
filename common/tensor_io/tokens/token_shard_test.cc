#include "common/tensor_io/tokens/token_shard.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/tokens/every_document.h"
#include "common/tensor_io/tokens/shard_bytes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Ids = std::vector<int64_t>;

absl::StatusOr<TokenShard> Parse(TokenFormat format, std::string bytes) {
  return TokenShard::FromBytes(format, std::move(bytes), "", "shard.bin");
}

testing::Matcher<const absl::StatusOr<TokenShard>&> Breaks(const std::string& rule,
                                                           const std::string& words) {
  return StatusIs(
      absl::StatusCode::kInvalidArgument,
      testing::AllOf(HasSubstr("shard.bin: "), HasSubstr(words), HasSubstr("(rule " + rule + ")")));
}

TEST(LlmCTest, DocumentsOfGpt2BeginWithEndOfText) {
  const std::string bytes = LlmCBytes({50256, 10, 11, 50256, 50256, 12});
  EXPECT_THAT(EveryDocument(Parse(TokenFormat::kLlmC, bytes), {.vocabulary_size = 50257}),
              ElementsAre(Ids{50256, 10, 11}, Ids{50256}, Ids{50256, 12}));
}

TEST(LlmCTest, AShardThatBeginsInsideADocumentKeepsThePiece) {
  EXPECT_THAT(EveryDocument(Parse(TokenFormat::kLlmC, LlmCBytes({10, 50256, 11})),
                            {.vocabulary_size = 50257}),
              ElementsAre(Ids{10}, Ids{50256, 11}));
}

TEST(LlmCTest, DocumentsOfLlama3BeginWithBeginOfText) {
  const std::string bytes =
      LlmCHeader(20240801, 7, 4) + BytesOf<uint32_t>({128000, 70000, 128000, 3});
  EXPECT_THAT(EveryDocument(Parse(TokenFormat::kLlmC, bytes), {.vocabulary_size = 128256}),
              ElementsAre(Ids{128000, 70000}, Ids{128000, 3}));
}

TEST(LlmCTest, WhatTheModelEndsDocumentsWithIsNotAsked) {
  EXPECT_THAT(EveryDocument(Parse(TokenFormat::kLlmC, LlmCBytes({10, 11, 12})),
                            {.vocabulary_size = 20, .document_ends = {11}}),
              ElementsAre(Ids{10, 11, 12}));
}

TEST(LlmCTest, BadFilesNameTheRule) {
  const auto parse = [](const std::string& bytes) { return Parse(TokenFormat::kLlmC, bytes); };
  const std::string good = LlmCBytes({1, 2, 3});
  EXPECT_THAT(parse(good), IsOk());
  EXPECT_THAT(parse(""), Breaks("header", "has 0 bytes, fewer than the 1024"));
  EXPECT_THAT(parse(good.substr(0, 1023)), Breaks("header", "has 1023 bytes"));
  EXPECT_THAT(parse(good.substr(0, 1024)), Breaks("size", "says it has 3 tokens"));
  EXPECT_THAT(parse(good.substr(0, 1029)),
              Breaks("size", "are 6 bytes behind the header, but has 5"));
  EXPECT_THAT(parse(good + "x"), Breaks("size", "but has 7"));
  EXPECT_THAT(parse(LlmCHeader(20240521, 1, 1) + "ab"), Breaks("magic", "begins with 20240521"));
  EXPECT_THAT(parse(LlmCHeader(20240522, 1, 1) + "ab"), Breaks("magic", "multiple-choice"));
  EXPECT_THAT(parse(LlmCHeader(20240520, 7, 1) + "ab"), Breaks("version", "of version 7, not 1"));
  EXPECT_THAT(parse(LlmCHeader(20240801, 1, 1) + "abcd"), Breaks("version", "of version 1, not 7"));
  EXPECT_THAT(parse(LlmCHeader(20240520, 1, -1)), Breaks("count", "says it has -1 tokens"));
  EXPECT_THAT(parse(LlmCHeader(20240520, 1, 0)), Breaks("empty", "has no tokens"));
  EXPECT_THAT(parse(LlmCHeader(20240520, 1, 0x7fffffff) + "ab"),
              Breaks("size", "2147483647 tokens"));
  EXPECT_THAT(parse(LlmCHeader(20240801, 7, 1) + "ab"), Breaks("size", "are 4 bytes"));
}

TEST(NanoGptTest, DocumentsEndWithTheModelsEndToken) {
  const std::string bytes = BytesOf<uint16_t>({10, 11, 319, 12, 319});
  EXPECT_THAT(EveryDocument(Parse(TokenFormat::kNanoGpt, bytes),
                            {.vocabulary_size = 320, .document_ends = {7, 319}}),
              ElementsAre(Ids{10, 11, 319}, Ids{12, 319}));
  EXPECT_THAT(EveryDocument(Parse(TokenFormat::kNanoGpt, bytes), {.vocabulary_size = 320}),
              ElementsAre(Ids{10, 11, 319, 12, 319}));
}

TEST(NanoGptTest, WideIdsTakeFourBytes) {
  EXPECT_THAT(EveryDocument(Parse(TokenFormat::kNanoGptU32, BytesOf<uint32_t>({100000, 1})),
                            {.vocabulary_size = 100001}),
              ElementsAre(Ids{100000, 1}));
}

TEST(NanoGptTest, BadFilesNameTheRule) {
  EXPECT_THAT(Parse(TokenFormat::kNanoGpt, ""), Breaks("empty", "has no tokens"));
  EXPECT_THAT(Parse(TokenFormat::kNanoGpt, "abc"), Breaks("size", "3 bytes, no multiple of the 2"));
  EXPECT_THAT(Parse(TokenFormat::kNanoGptU32, "abcdef"), Breaks("size", "no multiple of the 4"));
  EXPECT_THAT(Parse(TokenFormat::kNanoGpt, LlmCBytes({1})), Breaks("magic", "format is llm_c"));
}

TEST(TokenShardTest, IdsOutsideTheVocabularyNameTheFirst) {
  const auto find = [](TokenFormat format, std::string bytes, int64_t vocabulary) {
    absl::StatusOr<TokenShard> shard = Parse(format, std::move(bytes));
    EXPECT_THAT(shard, IsOk());
    return shard->FindDocuments({.vocabulary_size = vocabulary});
  };
  EXPECT_THAT(find(TokenFormat::kNanoGpt, BytesOf<uint16_t>({1, 319, 320, 400}), 320),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("token 2 has the id 320, outside the model's vocabulary of 320")));
  EXPECT_THAT(find(TokenFormat::kLlmC, LlmCBytes({1, 65535}), 50257),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("(rule vocabulary)")));
  EXPECT_THAT(find(TokenFormat::kNanoGptU32, BytesOf<uint32_t>({0xffffffffu}), int64_t{1} << 32),
              IsOk());
}

TEST(TokenShardTest, DocumentsAreFoundAcrossBlocks) {
  // Separators around the 65,536th id, where a block of the scan ends.
  std::vector<uint16_t> ids(140'000, 5);
  for (const size_t at : {65'535u, 65'536u, 131'072u, 139'999u}) ids[at] = 9;
  absl::StatusOr<TokenShard> shard = Parse(TokenFormat::kNanoGpt, BytesOf(ids));
  ASSERT_THAT(shard, IsOk());
  ASSERT_THAT(shard->FindDocuments({.vocabulary_size = 10, .document_ends = {9}}), IsOk());
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < shard->document_count(); ++i) sizes.push_back(shard->Size(i));
  EXPECT_THAT(sizes, ElementsAre(65'536, 1, 65'536, 8'927));
}

TEST(TokenShardTest, FilesAreMappedAndChangesAreSeen) {
  const artifact::TemporaryFolder folder;
  const std::string path = folder.path() + "/train.bin";
  std::ofstream(path, std::ios::binary) << LlmCBytes({50256, 1, 2});
  absl::StatusOr<TokenShard> shard = TokenShard::Open(TokenFormat::kLlmC, {.path = path});
  ASSERT_THAT(shard, IsOk());
  ASSERT_THAT(shard->FindDocuments({.vocabulary_size = 50257}), IsOk());
  EXPECT_THAT(shard->CheckUnchanged(), IsOk());
  std::filesystem::resize_file(path, 1026);
  Ids ids(3);
  shard->Copy(0, 0, absl::MakeSpan(ids));
  EXPECT_THAT(shard->CheckUnchanged(), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(TokenShard::Open(TokenFormat::kLlmC, {.path = path}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("(rule size)")));
  EXPECT_THAT(TokenShard::Open(TokenFormat::kLlmC, {.path = folder.path() + "/none.bin"}),
              StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace widthlab::tensor_io
