#include "common/tensor_io/token_shard.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ByteSink Into(std::string& out) {
  return [&out](std::string_view bytes) {
    out.append(bytes);
    return absl::OkStatus();
  };
}

std::vector<int64_t> Ids(const TokenShard& shard, int64_t document) {
  std::vector<int64_t> ids(static_cast<size_t>(shard.DocumentSize(document)));
  shard.Copy(shard.DocumentBegin(document), absl::MakeSpan(ids));
  return ids;
}

TEST(TokenShardTest, DocumentsComeBackAsTheyWere) {
  TokenShardBuilder builder("byte", 257);
  builder.Add({72, 105, 256});
  builder.Add({});
  builder.Add({0});
  std::string bytes;
  ASSERT_THAT(builder.Write(Into(bytes)), IsOk());
  const auto shard = TokenShard::FromBytes(bytes, "memory");
  ASSERT_THAT(shard, IsOk());
  EXPECT_EQ(shard->tokenizer(), "byte");
  EXPECT_EQ(shard->vocabulary_size(), 257);
  EXPECT_EQ(shard->document_count(), 3);
  EXPECT_EQ(shard->token_count(), 4);
  EXPECT_THAT(Ids(*shard, 0), ElementsAre(72, 105, 256));
  EXPECT_THAT(Ids(*shard, 1), ElementsAre());
  EXPECT_THAT(Ids(*shard, 2), ElementsAre(0));
}

TEST(TokenShardTest, LargeVocabulariesTakeFourBytes) {
  TokenShardBuilder builder("bpe", 70000);
  builder.Add({69999, 1});
  std::string bytes;
  ASSERT_THAT(builder.Write(Into(bytes)), IsOk());
  const auto shard = TokenShard::FromBytes(bytes, "memory");
  ASSERT_THAT(shard, IsOk());
  EXPECT_THAT(Ids(*shard, 0), ElementsAre(69999, 1));
}

TEST(TokenShardTest, AShardWithoutDocumentsIsReadable) {
  std::string bytes;
  ASSERT_THAT(TokenShardBuilder("byte", 257).Write(Into(bytes)), IsOk());
  const auto shard = TokenShard::FromBytes(bytes, "memory");
  ASSERT_THAT(shard, IsOk());
  EXPECT_EQ(shard->document_count(), 0);
}

struct Parts {
  std::vector<int64_t> offsets = {0, 2};
  std::vector<uint16_t> ids = {1, 2};
  std::map<std::string, std::string> metadata = {
      {"format", kTokenShardFormat}, {"tokenizer", "byte"}, {"vocabulary_size", "257"}};
};

absl::Status Read(const Parts& parts) {
  std::string bytes;
  EXPECT_THAT(
      WriteSafetensorsTo({FromSpan("document_offsets", {static_cast<int64_t>(parts.offsets.size())},
                                   absl::MakeConstSpan(parts.offsets)),
                          FromSpan("token_ids", {static_cast<int64_t>(parts.ids.size())},
                                   absl::MakeConstSpan(parts.ids))},
                         parts.metadata, bytes),
      IsOk());
  return TokenShard::FromBytes(bytes, "bad").status();
}

TEST(TokenShardTest, InconsistentShardsAreRefused) {
  EXPECT_THAT(Read({}), IsOk());
  const auto refused = [](const char* text) {
    return StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(text));
  };
  EXPECT_THAT(Read({.offsets = {0, 1}}), refused("rise from 0 to the 2 tokens"));
  EXPECT_THAT(Read({.offsets = {1, 2}}), refused("rise from 0"));
  EXPECT_THAT(Read({.offsets = {0, 3, 2}}), refused("rise from 0"));
  EXPECT_THAT(Read({.offsets = {}}), refused("rise from 0"));
  EXPECT_THAT(Read({.ids = {1, 257}}), refused("token id 257 is outside the vocabulary of 257"));
  EXPECT_THAT(Read({.metadata = {{"format", "other"}}}), refused("is not a token shard"));
  EXPECT_THAT(Read({.metadata = {{"format", kTokenShardFormat}, {"vocabulary_size", "many"}}}),
              refused("vocabulary_size is \"many\""));
  EXPECT_THAT(Read({.metadata = {{"format", kTokenShardFormat}, {"vocabulary_size", "70000"}}}),
              refused("token_ids: is U16, wanted is U32"));
}

}  // namespace
}  // namespace widthlab::tensor_io
