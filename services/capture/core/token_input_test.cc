#include "services/capture/core/token_input.h"

#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;

TEST(TokenInputTest, RowsAreSequences) {
  const auto rows = ParseTokenIds(R"({"input_ids": [[1, 2, 3], [4294967295]], "note": "x"})");
  ASSERT_THAT(rows, IsOk());
  EXPECT_THAT(*rows, ElementsAre(ElementsAre(1, 2, 3), ElementsAre(4294967295u)));
}

TEST(TokenInputTest, BadInputIsNamed) {
  EXPECT_THAT(ParseTokenIds("["), FailsOnField("input_ids"));
  EXPECT_THAT(ParseTokenIds("[[1]]"), FailsOnField("input_ids"));
  EXPECT_THAT(ParseTokenIds(R"({"ids": [[1]]})"), FailsOnField("input_ids"));
  EXPECT_THAT(ParseTokenIds(R"({"input_ids": []})"), FailsOnField("input_ids"));
  EXPECT_THAT(ParseTokenIds(R"({"input_ids": [[1], []]})"), FailsOnField("input_ids[1]"));
  EXPECT_THAT(ParseTokenIds(R"({"input_ids": [1]})"), FailsOnField("input_ids[0]"));
  EXPECT_THAT(ParseTokenIds(R"({"input_ids": [[1, -1]]})"), FailsOnField("input_ids[0][1]"));
  EXPECT_THAT(ParseTokenIds(R"({"input_ids": [[1.5]]})"), FailsOnField("input_ids[0][0]"));
  EXPECT_THAT(ParseTokenIds(R"({"input_ids": [[4294967296]]})"), FailsOnField("input_ids[0][0]"));
  EXPECT_THAT(ParseTokenIds(std::string(100000, '[')), FailsOnField("input_ids"));
}

}  // namespace
}  // namespace widthlab::capture
