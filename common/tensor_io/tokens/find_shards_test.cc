#include "common/tensor_io/tokens/find_shards.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/tokens/shard_bytes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

class FindShardsTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& bytes) {
    const std::string path = folder_.path() + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  TokenFormat FormatOf(const std::string& path) {
    const auto found = FindTokenFiles(path, "");
    EXPECT_THAT(found, IsOk());
    return found.ok() ? found->format : TokenFormat::kNanoGpt;
  }

  artifact::TemporaryFolder folder_;
};

TEST_F(FindShardsTest, FilesTellTheirFormat) {
  EXPECT_EQ(FormatOf(Write("a.bin", LlmCBytes({1}))), TokenFormat::kLlmC);
  EXPECT_EQ(FormatOf(Write("a.jsonl", "{}")), TokenFormat::kJsonl);
  EXPECT_EQ(FormatOf(Write("a.ndjson", "{}")), TokenFormat::kJsonl);
  const std::string bin = Write("m.bin", "ab");
  const std::string index = Write("m.idx", "");
  EXPECT_EQ(FormatOf(bin), TokenFormat::kMegatron);
  const auto by_index = FindTokenFiles(index, "");
  ASSERT_THAT(by_index, IsOk());
  EXPECT_THAT(by_index->paths, ElementsAre(Pair("m.bin", bin), Pair("m.idx", index)));
}

TEST_F(FindShardsTest, ABinThatSaysNothingMustBeNamed) {
  const std::string path = Write("train.bin", "abcd");
  EXPECT_THAT(FindTokenFiles(path, ""), FailsOnField("format"));
  EXPECT_THAT(FindTokenFiles(path, ""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("nanogpt_u32")));
  const auto named = FindTokenFiles(path, "nanogpt_u32");
  ASSERT_THAT(named, IsOk());
  EXPECT_EQ(named->format, TokenFormat::kNanoGptU32);
  EXPECT_THAT(FindTokenFiles(path, "bin"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"megatron\"")));
}

TEST_F(FindShardsTest, AFolderHasItsOwnShards) {
  const std::string one = Write("data/1.bin", LlmCBytes({1}));
  const std::string two = Write("data/2.bin", LlmCBytes({2}));
  Write("data/.hidden.bin", "ab");
  Write("data/notes.txt", "ab");
  Write("data/below/3.bin", "ab");
  const auto found = FindTokenFiles(folder_.path() + "/data", "");
  ASSERT_THAT(found, IsOk());
  EXPECT_THAT(found->paths, ElementsAre(Pair("1.bin", one), Pair("2.bin", two)));
  Write("data/3.jsonl", "{}");
  EXPECT_THAT(FindTokenFiles(folder_.path() + "/data", ""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("several formats")));
  EXPECT_THAT(FindTokenFiles(folder_.path() + "/data/below/..", "").status(),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(FindShardsTest, WhatIsMissingIsNamed) {
  EXPECT_THAT(FindTokenFiles(folder_.path() + "/none.bin", ""),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("none.bin")));
  EXPECT_THAT(FindTokenFiles(folder_.path(), ""),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("has no .bin or .jsonl file")));
  const std::string path = Write("train.bin", "abcd");
  EXPECT_THAT(FindTokenFiles(path, "megatron"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("has no .idx beside it")));
  const std::string index = Write("lost.idx", "");
  EXPECT_THAT(FindTokenFiles(index, "megatron"), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(FindShardsTest, EveryFileGoesThroughTheResolver) {
  const std::string bin = Write("m.bin", "ab");
  Write("m.idx", "");
  const auto refuse = [](const std::string& path) -> absl::StatusOr<std::string> {
    if (path.ends_with(".idx")) return absl::PermissionDeniedError(path);
    return path;
  };
  EXPECT_THAT(FindTokenFiles(bin, "", refuse), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(FindTokenFiles(bin, "nanogpt", refuse), IsOk());
}

TEST(PairShardsTest, AnIndexIsPartOfItsShard) {
  const auto shards = PairShards(
      TokenFormat::kMegatron, {{"a.bin", "/1"}, {"a.idx", "/2"}, {"b.bin", "/3"}, {"b.idx", "/4"}});
  ASSERT_THAT(shards, IsOk());
  ASSERT_EQ(shards->size(), 2u);
  EXPECT_EQ(shards->at(1).path, "/3");
  EXPECT_EQ(shards->at(1).index_path, "/4");
  EXPECT_EQ(shards->at(1).label, "b.bin");
  EXPECT_THAT(PairShards(TokenFormat::kMegatron, {{"a.bin", "/1"}}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("a.bin: has no .idx")));
  EXPECT_THAT(PairShards(TokenFormat::kMegatron, {{"a.idx", "/1"}}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("a.idx: has no .bin")));
  EXPECT_EQ(PairShards(TokenFormat::kNanoGpt, {{"a.bin", "/1"}, {"b.bin", "/3"}})->size(), 2u);
}

}  // namespace
}  // namespace widthlab::tensor_io
