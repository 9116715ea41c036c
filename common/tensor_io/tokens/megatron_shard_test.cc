#include <limits>
#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "common/tensor_io/tokens/every_document.h"
#include "common/tensor_io/tokens/shard_bytes.h"
#include "common/tensor_io/tokens/token_shard.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Ids = std::vector<int64_t>;

const std::string kFive = BytesOf<uint16_t>({1, 2, 3, 4, 5});

absl::StatusOr<TokenShard> Parse(const std::string& index, const std::string& bytes) {
  return TokenShard::FromBytes(TokenFormat::kMegatron, bytes, index, "shard.bin");
}

std::vector<Ids> Read(const std::string& index, const std::string& bytes) {
  // What ends a document is the index's to say.
  return EveryDocument(Parse(index, bytes),
                       {.vocabulary_size = 100, .document_ends = {1, 2, 3, 4, 5}});
}

testing::Matcher<const absl::StatusOr<TokenShard>&> Breaks(const std::string& rule,
                                                           const std::string& words) {
  return StatusIs(
      absl::StatusCode::kInvalidArgument,
      testing::AllOf(HasSubstr("shard.bin"), HasSubstr(words), HasSubstr("(rule " + rule + ")")));
}

TEST(MegatronShardTest, TheIndexOfThreeTokensInTwoSequencesHasTheseBytes) {
  // By hand: magic, version 1, code 8 (uint16), 2 sequences, 3 entries, sizes, pointers, documents.
  const std::string index(
      "MMIDIDX\0\0"
      "\1\0\0\0\0\0\0\0"
      "\10"
      "\2\0\0\0\0\0\0\0"
      "\3\0\0\0\0\0\0\0"
      "\1\0\0\0\2\0\0\0"
      "\0\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0"
      "\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0",
      34 + 8 + 16 + 24);
  EXPECT_EQ(index, (MegatronBytes{.sizes = {1, 2}}.Index()));
  EXPECT_THAT(Read(index, BytesOf<uint16_t>({7, 8, 9})), ElementsAre(Ids{7}, Ids{8, 9}));
}

TEST(MegatronShardTest, ADocumentMayHaveSeveralSequencesOrNone) {
  EXPECT_THAT(Read(MegatronBytes{.sizes = {2, 0, 3}, .documents = {0, 2, 2, 3}}.Index(), kFive),
              ElementsAre(Ids{1, 2}, Ids{}, Ids{3, 4, 5}));
}

TEST(MegatronShardTest, IdsOfEveryWholeTypeAreRead) {
  const auto one = [](uint8_t code, int64_t bytes, const std::string& ids) {
    return Read(MegatronBytes{.sizes = {2}, .dtype = code, .id_bytes = bytes}.Index(), ids);
  };
  const std::vector<Ids> wanted = {{7, 99}};
  EXPECT_EQ(one(1, 1, BytesOf<uint8_t>({7, 99})), wanted);
  EXPECT_EQ(one(2, 1, BytesOf<int8_t>({7, 99})), wanted);
  EXPECT_EQ(one(3, 2, BytesOf<int16_t>({7, 99})), wanted);
  EXPECT_EQ(one(4, 4, BytesOf<int32_t>({7, 99})), wanted);
  EXPECT_EQ(one(5, 8, BytesOf<int64_t>({7, 99})), wanted);
  EXPECT_EQ(one(8, 2, BytesOf<uint16_t>({7, 99})), wanted);
}

TEST(MegatronShardTest, ModesOfTextArePassedOver) {
  EXPECT_THAT(Read(MegatronBytes{.sizes = {2, 3}, .modes = std::string(2, '\0')}.Index(), kFive),
              ElementsAre(Ids{1, 2}, Ids{3, 4, 5}));
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .modes = std::string("\0\1", 2)}.Index(), kFive),
              Breaks("modes", "sequence 1 is of mode 1"));
}

TEST(MegatronShardTest, BadHeadersNameTheRule) {
  const std::string good = MegatronBytes{.sizes = {2, 3}}.Index();
  EXPECT_THAT(Parse("", kFive), Breaks("header", "has 0 bytes, fewer than the 34"));
  EXPECT_THAT(Parse(good.substr(0, 33), kFive), Breaks("header", "has 33 bytes"));
  EXPECT_THAT(Parse(good.substr(0, 34), kFive), Breaks("count", "cannot hold"));
  EXPECT_THAT(Parse(good.substr(0, good.size() - 1), kFive), Breaks("size", "take 82"));
  EXPECT_THAT(Parse(good + "x", kFive), Breaks("size", "or 84 with modes"));
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .magic = "TNTIDX\0\0\0"}.Index(), kFive),
              Breaks("magic", "does not begin with MMIDIDX"));
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .version = 2}.Index(), kFive),
              Breaks("version", "is of version 2, not 1"));
  for (const int code : {0, 6, 7, 9, 255}) {
    const MegatronBytes bytes{.sizes = {2, 3}, .dtype = static_cast<uint8_t>(code)};
    EXPECT_THAT(Parse(bytes.Index(), kFive), Breaks("dtype", "type code " + std::to_string(code)));
  }
}

TEST(MegatronShardTest, CountsThatLieAreSeenBeforeAnythingIsAllocated) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  for (const int64_t more :
       {int64_t{1}, int64_t{1} << 40, (int64_t{1} << 62) - 1, kMost, -int64_t{3}}) {
    EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .more_sequences = more}.Index(), kFive),
                StatusIs(absl::StatusCode::kInvalidArgument))
        << more;
    EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .more_documents = more}.Index(), kFive),
                StatusIs(absl::StatusCode::kInvalidArgument))
        << more;
  }
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {}, .documents = {0, 0}}.Index(), ""),
              Breaks("empty", "has no sequences"));
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {0, 0}}.Index(), ""), Breaks("empty", "has no tokens"));
}

TEST(MegatronShardTest, SequencesMustFollowOneAnother) {
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {-2, 7}}.Index(), kFive),
              Breaks("sequences", "sequence 0 has -2 tokens"));
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .pointers = {2, 4}}.Index(), kFive),
              Breaks("pointers", "sequence 0 begins at byte 2, not at 0"));
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .pointers = {0, 2}}.Index(), kFive),
              Breaks("pointers", "sequence 1 begins at byte 2, not at 4"));
  EXPECT_THAT(Parse(MegatronBytes{.sizes = {2, 3}, .pointers = {0, -4}}.Index(), kFive),
              Breaks("pointers", "byte -4"));
}

TEST(MegatronShardTest, DocumentsMustRiseToTheLastSequence) {
  const auto documents = [](std::vector<int64_t> first) {
    return Parse(MegatronBytes{.sizes = {2, 3}, .documents = std::move(first)}.Index(), kFive);
  };
  EXPECT_THAT(documents({0, 2}), IsOk());
  EXPECT_THAT(documents({0}), Breaks("documents", "has no documents"));
  EXPECT_THAT(documents({1, 2}), Breaks("documents", "document 0 begins at sequence 1"));
  EXPECT_THAT(documents({0, 3}), Breaks("documents", "document 1 begins at sequence 3"));
  EXPECT_THAT(documents({0, 2, 1, 2}), Breaks("documents", "document 2 begins at sequence 1"));
  EXPECT_THAT(documents({0, -1, 2}), Breaks("documents", "sequence -1"));
  EXPECT_THAT(documents({0, 1}), Breaks("documents", "ends at sequence 1 of 2"));
}

TEST(MegatronShardTest, TheIdsMustBeAsManyAsTheIndexSays) {
  const std::string index = MegatronBytes{.sizes = {2, 3}}.Index();
  EXPECT_THAT(Parse(index, kFive.substr(0, 8)),
              Breaks("size", "has 8 bytes, but its index asks for 10"));
  EXPECT_THAT(Parse(index, kFive + "x"), Breaks("size", "has 11 bytes"));
  EXPECT_THAT(Parse(index, ""), Breaks("size", "has 0 bytes"));
}

TEST(MegatronShardTest, NegativeIdsAreOutsideTheVocabulary) {
  const std::string index = MegatronBytes{.sizes = {1}, .dtype = 4, .id_bytes = 4}.Index();
  absl::StatusOr<TokenShard> shard = Parse(index, BytesOf<int32_t>({-1}));
  ASSERT_THAT(shard, IsOk());
  EXPECT_THAT(shard->FindDocuments({.vocabulary_size = 320}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("token 0 has the id -1")));
}

}  // namespace
}  // namespace widthlab::tensor_io
