#include "clients/cli/correlate_request.h"

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CorrelateRequestTest, TakesModelsAsTheyAreTyped) {
  const auto request = BuildDiagnosticsRequest(
      {"smollm=3fa9,77ab", "1b2c"},
      {"state_factors=0.5,2", "remove_norm_growth=true", "correlate.permutations=499"});
  ASSERT_THAT(request, IsOk());
  const pipeline::v1::DiagnosticsTemplate& asked = request->diagnostics();
  ASSERT_EQ(asked.models_size(), 2);
  EXPECT_EQ(asked.models(0).name(), "smollm");
  EXPECT_EQ(asked.models(0).profile(), "3fa9");
  EXPECT_EQ(asked.models(0).sensitivity(), "77ab");
  EXPECT_EQ(asked.models(1).name(), "1b2c");
  EXPECT_EQ(asked.models(1).profile(), "1b2c");
  EXPECT_EQ(asked.models(1).sensitivity(), "");
  EXPECT_THAT(asked.state_factors(), ElementsAre(0.5, 2));
  EXPECT_TRUE(asked.remove_norm_growth());
  EXPECT_EQ(asked.correlate().permutations(), 499);
}

TEST(CorrelateRequestTest, SaysWhatAModelMustBe) {
  for (const char* word : {"=3fa9", "a=", "a=3fa9,", "a=,77ab", "a=1,2,3", ""}) {
    EXPECT_THAT(
        BuildDiagnosticsRequest({word}, {}),
        StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("[NAME=]PROFILE[,SENSITIVITY]")))
        << word;
  }
}

TEST(CorrelateRequestTest, NamesAFieldThatIsNotThere) {
  EXPECT_THAT(BuildDiagnosticsRequest({"3fa9"}, {"factors=2"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("factors")));
}

}  // namespace
}  // namespace widthlab::cli
