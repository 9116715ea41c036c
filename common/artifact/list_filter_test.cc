#include "common/artifact/list_filter.h"

#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {
namespace {

TEST(ListFilterTest, ReadsConditions) {
  const auto conditions = ReadFilter(
      "kind = PROFILE AND labels.my-key!=\"a \\\"b\\\" \\\\\" AND create_time>=1970-01-02");
  ASSERT_THAT(conditions, IsOk());
  ASSERT_EQ(conditions->size(), 3u);
  EXPECT_EQ((*conditions)[0].number, v1::ARTIFACT_KIND_PROFILE);
  EXPECT_EQ((*conditions)[1].key, "my-key");
  EXPECT_EQ((*conditions)[1].op, "!=");
  EXPECT_EQ((*conditions)[1].text, "a \"b\" \\");
  EXPECT_EQ((*conditions)[2].op, ">=");
  EXPECT_EQ((*conditions)[2].number, 86400LL * 1'000'000'000);
}

TEST(ListFilterTest, NothingIsNoCondition) {
  EXPECT_THAT(ReadFilter(""), IsOkAndHolds(testing::IsEmpty()));
  EXPECT_THAT(ReadFilter("  "), IsOkAndHolds(testing::IsEmpty()));
}

TEST(ListFilterTest, SaysWhatIsWrong) {
  using testing::HasSubstr;
  const auto fails = [](const char* filter, const char* words) {
    EXPECT_THAT(ReadFilter(filter), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(words)))
        << filter;
  };
  fails("kind = NONE", "TRAINING_RUN");
  fails("kind = UNSPECIFIED", "one of");
  fails("kind < PROFILE", "not an operator");
  fails("kind == PROFILE", "not an operator");
  fails("size = 1", "none of");
  fails("kind =", "not complete");
  fails("kind = PROFILE labels.a = b", "where AND must");
  fails("kind = PROFILE AND", "nothing follows");
  fails("labels.a = \"b", "not closed");
  fails("create_time > soon", "a date");
}

TEST(ListFilterTest, SurvivesEveryTruncationAndChangedByte) {
  const std::string filter =
      "kind = PROFILE AND labels.k != \"v\\\"\" AND create_time > 2026-01-01";
  for (size_t i = 0; i <= filter.size(); ++i) {
    (void)ReadFilter(filter.substr(0, i));
    for (const char byte : {'\0', '"', '\\', '=', ' ', '\xff'}) {
      std::string changed = filter;
      if (i < filter.size()) changed[i] = byte;
      (void)ReadFilter(changed);
    }
  }
}

}  // namespace
}  // namespace widthlab::artifact
