#include "clients/cli/suggest.h"

#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::Eq;
using testing::Optional;

const std::vector<std::string> kGroups = {"artifact", "job", "model", "pipeline", "schedule"};

TEST(Suggest, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("job", "job"), 0);
  EXPECT_EQ(EditDistance("jobs", "job"), 1);
  EXPECT_EQ(EditDistance("jb", "job"), 1);
  EXPECT_EQ(EditDistance("jab", "job"), 1);
  EXPECT_EQ(EditDistance("jbo", "job"), 1);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
}

TEST(Suggest, FindsTheWordThatWasMeant) {
  EXPECT_THAT(Nearest("shedule", kGroups), Optional(Eq("schedule")));
  EXPECT_THAT(Nearest("pipelnie", kGroups), Optional(Eq("pipeline")));
  EXPECT_THAT(Nearest("jobs", kGroups), Optional(Eq("job")));
}

TEST(Suggest, TakesTheBeginningOfAWord) {
  EXPECT_THAT(Nearest("art", kGroups), Optional(Eq("artifact")));
}

TEST(Suggest, IsSilentWhereNothingComesClose) {
  EXPECT_EQ(Nearest("xyzzy", kGroups), std::nullopt);
  EXPECT_EQ(Nearest("", kGroups), std::nullopt);
}

TEST(Suggest, EndsAMessageWithTheNearestWordOrWithAll) {
  EXPECT_EQ(DidYouMean("modle", kGroups), "; did you mean 'model'?");
  EXPECT_EQ(DidYouMean("xyzzy", {"job", "model"}), "; there are job, model");
}

}  // namespace
}  // namespace widthlab::cli
