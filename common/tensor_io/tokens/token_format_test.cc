#include "common/tensor_io/tokens/token_format.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

TEST(TokenFormatTest, WordsAndMediaTypesLeadBack) {
  for (const TokenFormat format :
       {TokenFormat::kLlmC, TokenFormat::kNanoGpt, TokenFormat::kNanoGptU32, TokenFormat::kMegatron,
        TokenFormat::kJsonl}) {
    EXPECT_EQ(TokenFormatOf(TokenFormatWord(format)), format);
    EXPECT_EQ(TokenFormatOfMediaType(TokenMediaType(format)), format);
    EXPECT_THAT(TokenFormatWords(), testing::HasSubstr(std::string(TokenFormatWord(format))));
  }
  EXPECT_EQ(TokenMediaType(TokenFormat::kNanoGptU32),
            "application/vnd.widthlab.tokens.nanogpt_u32");
}

TEST(TokenFormatTest, OtherWordsAreNone) {
  EXPECT_EQ(TokenFormatOf(""), std::nullopt);
  EXPECT_EQ(TokenFormatOf("token_ids"), std::nullopt);
  EXPECT_EQ(TokenFormatOfMediaType("text/plain"), std::nullopt);
  EXPECT_EQ(TokenFormatOfMediaType("application/vnd.widthlab.tokens."), std::nullopt);
}

}  // namespace
}  // namespace widthlab::tensor_io
