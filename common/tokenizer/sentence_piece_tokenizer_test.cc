#include "common/tokenizer/sentence_piece_tokenizer.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "common/tokenizer/token_cases.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tokenizer {
namespace {

using ::testing::ElementsAre;

// A field of a protocol buffer.
std::string Bytes(int number, const std::string& value) {
  return std::string(1, static_cast<char>(number << 3 | 2)) +
         std::string(1, static_cast<char>(value.size())) + value;
}
std::string Number(int number, int value) {
  std::string bytes;
  for (int tag = number << 3; tag > 0; tag >>= 7) {
    bytes.push_back(static_cast<char>((tag & 0x7F) | (tag > 0x7F ? 0x80 : 0)));
  }
  return bytes + static_cast<char>(value);
}
std::string Piece(const std::string& text, float score, int type) {
  return Bytes(1, Bytes(1, text) + std::string(1, 2 << 3 | 5) +
                      std::string(reinterpret_cast<const char*>(&score), 4) + Number(3, type));
}

// Ids 0 to 6: <unk> <s> </s> a b ab ▁
std::string Small(int kind) {
  return Piece("<unk>", 0, 2) + Piece("<s>", 0, 3) + Piece("</s>", 0, 3) + Piece("a", -3, 1) +
         Piece("b", -3, 1) + Piece("ab", -4, 1) + Piece("\u2581", -2, 1) +
         Bytes(2, Number(3, kind));
}

TEST(SentencePieceTokenizerTest, SmallModelsByHand) {
  for (const int kind : {1, 2}) {
    const auto tokenizer = MakeSentencePieceTokenizer(Small(kind), {.add_bos = true});
    ASSERT_THAT(tokenizer, IsOk());
    // ab scores -4, a and b -6.
    EXPECT_THAT((*tokenizer)->Encode("ab  b"), IsOkAndHolds(ElementsAre(6, 5, 6, 4)));
    EXPECT_THAT((*tokenizer)->EncodeDocument("a"), IsOkAndHolds(ElementsAre(1, 6, 3)));
    // Unknown characters in a row are one.
    EXPECT_THAT((*tokenizer)->Encode("xyb"), IsOkAndHolds(ElementsAre(6, 0, 4)));
    EXPECT_THAT((*tokenizer)->Decode({1, 6, 5, 6, 4, 2}), IsOkAndHolds("ab b"));
    EXPECT_THAT((*tokenizer)->Decode({7}), FailsOnField("token_id"));
    EXPECT_THAT((*tokenizer)->Encode("\x80"), FailsOnField("text"));
  }
}

class SpmFixtureTest : public ::testing::TestWithParam<const char*> {};

TEST_P(SpmFixtureTest, IdsAreTheReferences) {
  const std::string folder = GetParam();
  const auto tokenizer =
      MakeSentencePieceTokenizer(ReadTokenizerData(folder + "/tokenizer.model"), {});
  ASSERT_THAT(tokenizer, IsOk());
  const std::vector<TokenCase> cases = ReadTokenCases(folder);
  ASSERT_GE(cases.size(), 30u);
  for (const TokenCase& each : cases) {
    EXPECT_THAT((*tokenizer)->Encode(each.text), IsOkAndHolds(each.ids)) << each.text;
    EXPECT_THAT((*tokenizer)->Decode(each.ids), IsOkAndHolds(each.decoded)) << each.text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, SpmFixtureTest, ::testing::Values("spm-bpe", "spm-unigram"));

TEST(SentencePieceTokenizerTest, DamagedFilesAreErrors) {
  const std::string whole = Small(1);
  EXPECT_THAT(MakeSentencePieceTokenizer("", {}).status(), FailsOnField("tokenizer"));
  EXPECT_THAT(MakeSentencePieceTokenizer(whole.substr(0, whole.size() - 1), {}).status(),
              FailsOnField("tokenizer"));
  EXPECT_THAT(MakeSentencePieceTokenizer(Small(3), {}).status(),
              FailsOnField("tokenizer.model_type"));
  EXPECT_THAT(MakeSentencePieceTokenizer(whole + Piece("<unk>", 0, 2), {}).status(),
              FailsOnField("tokenizer"));
  EXPECT_THAT(MakeSentencePieceTokenizer(whole + Piece("<0>", 0, 6), {}).status(),
              FailsOnField("tokenizer"));
  EXPECT_THAT(MakeSentencePieceTokenizer(whole + Bytes(2, Number(35, 1)), {}).status(),
              FailsOnField("tokenizer"));
  EXPECT_THAT(MakeSentencePieceTokenizer(whole + Bytes(3, Bytes(2, "\x09\x01")), {}).status(),
              FailsOnField("tokenizer"));
}

}  // namespace
}  // namespace widthlab::tokenizer
