#include "common/tokenizer/byte_tokenizer.h"

#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tokenizer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ByteTokenizerTest, EncodesEachByteAsItself) {
  const auto tokenizer = MakeByteTokenizer();
  EXPECT_THAT(tokenizer->Encode("Hi"), IsOkAndHolds(ElementsAre(72, 105)));
  EXPECT_THAT(tokenizer->Encode("é"), IsOkAndHolds(ElementsAre(0xc3, 0xa9)));
  EXPECT_THAT(tokenizer->EncodeDocument("Hi"), IsOkAndHolds(ElementsAre(256, 72, 105)));
  EXPECT_THAT(tokenizer->EncodeDocument(""), IsOkAndHolds(ElementsAre(256)));
}

TEST(ByteTokenizerTest, AnyBytesComeBack) {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) text.push_back(static_cast<char>(byte));
  const auto tokenizer = MakeByteTokenizer();
  const auto ids = tokenizer->EncodeDocument(text);
  ASSERT_THAT(ids, IsOk());
  EXPECT_THAT(tokenizer->Decode(*ids), IsOkAndHolds(text));
}

TEST(ByteTokenizerTest, IdsOutsideTheVocabularyAreRefused) {
  const auto tokenizer = MakeByteTokenizer();
  EXPECT_THAT(tokenizer->Decode({257}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("must be in [0, 257)")));
  EXPECT_THAT(tokenizer->Decode({-1}), FailsOnField("token_id"));
}

}  // namespace
}  // namespace widthlab::tokenizer
