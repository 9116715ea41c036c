#include "services/capture/core/outlier_tokens.h"

#include <memory>
#include <vector>

#include "common/tokenizer/byte_tokenizer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/outliers.h"

namespace widthlab::capture {
namespace {

// Two sequences, "ab" and "Gr\xC3\xBC\xC3\x9F" (in bytes), and two tokens of them.
class OutlierTokensTest : public testing::Test {
 protected:
  OutlierTokensTest() {
    cloud_.layers[0].ffn_in = {1, 0, 0, 1};
    cloud_.layers[0].ffn_out = {1, 0, 0, 3};
    cloud_.sequence = {0, 1};
    cloud_.position = {1, 3};
    cloud_.token_id = {'b', 0xBC};
    *summary_.add_outliers() = MeasureOutliers(cloud_, 0);
  }

  Cloud cloud_{1, 2, 2};
  const std::vector<int64_t> ids_ = {'a', 'b', 'G', 'r', 0xC3, 0xBC, 0xC3, 0x9F};
  const std::vector<int64_t> offsets_ = {0, 2, 8};
  v1::ActivationsSummary summary_;
};

TEST_F(OutlierTokensTest, HavePlaceAndText) {
  const std::unique_ptr<tokenizer::Tokenizer> bytes = tokenizer::MakeByteTokenizer();
  NameOutliers(cloud_, {.ids = ids_, .offsets = offsets_, .tokenizer = bytes.get()}, summary_);
  const auto& tokens = summary_.outliers(0).top_tokens();
  ASSERT_EQ(tokens.size(), 2);
  EXPECT_EQ(tokens[0].row(), 1);
  EXPECT_DOUBLE_EQ(tokens[0].share(), 0.9);
  EXPECT_EQ(tokens[0].sequence(), 1);
  EXPECT_EQ(tokens[0].position(), 3);
  EXPECT_EQ(tokens[0].token_id(), 0xBC);
  // Half a character is none.
  EXPECT_EQ(tokens[0].text(), "\xEF\xBF\xBD");
  EXPECT_EQ(tokens[1].text(), "b");
  EXPECT_EQ(tokens[1].text_before(), "a");
}

TEST_F(OutlierTokensTest, HaveNoTextWithoutATokenizer) {
  NameOutliers(cloud_, {.ids = ids_, .offsets = offsets_}, summary_);
  EXPECT_EQ(summary_.outliers(0).top_tokens(0).token_id(), 0xBC);
  EXPECT_EQ(summary_.outliers(0).top_tokens(0).text(), "");
}

}  // namespace
}  // namespace widthlab::capture
