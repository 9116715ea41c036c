#include "clients/cli/runs_file.h"

#include <cmath>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

TEST(RunsFileTest, RunsAreSortedIntoTheirFamilies) {
  const auto request = ParseRuns(
      "family, parameters, loss\n"
      "uniform, 1e7, 3.4\n"
      "hourglass, 1e7, 3.3\n\n"
      "uniform, 1e8, 2.9\n");
  ASSERT_THAT(request, IsOk());
  ASSERT_EQ(request->families_size(), 2);
  EXPECT_EQ(request->families(0).name(), "uniform");
  ASSERT_EQ(request->families(0).runs_size(), 2);
  EXPECT_EQ(request->families(0).runs(1).parameters(), 1e8);
  EXPECT_EQ(request->families(0).runs(1).loss(), 2.9);
  EXPECT_EQ(request->families(0).runs(1).training_flops(), 0);
  EXPECT_EQ(request->families(1).runs_size(), 1);
}

TEST(RunsFileTest, NumbersThatAreNoneReachTheServer) {
  const auto request = ParseRuns("family,training_flops,loss\na,1e7,nan\n");
  ASSERT_THAT(request, IsOk());
  EXPECT_TRUE(std::isnan(request->families(0).runs(0).loss()));
}

TEST(RunsFileTest, BadTablesNameTheLine) {
  EXPECT_THAT(ParseRuns(""), FailsOnField("file"));
  EXPECT_THAT(ParseRuns("family,loss\n"), FailsOnField("file"));
  EXPECT_THAT(ParseRuns("family,lss\na,1\n"), FailsOnField("line 1"));
  EXPECT_THAT(ParseRuns("family,parameters\na,1\n"), FailsOnField("line 1"));
  EXPECT_THAT(ParseRuns("family,loss,loss\na,1,1\n"), FailsOnField("line 1"));
  EXPECT_THAT(ParseRuns("family,loss\na,1\nb,2,3\n"), FailsOnField("line 3"));
  EXPECT_THAT(ParseRuns("family,loss\na,three\n"), FailsOnField("line 2, loss"));
}

}  // namespace
}  // namespace widthlab::cli
