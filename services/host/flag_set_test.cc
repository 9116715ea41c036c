#include "services/host/flag_set.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class FlagSetTest : public testing::Test {
 protected:
  FlagSetTest() {
    flags_.Add("listen", "HOST:PORT", "Where to serve.", &listen_);
    flags_.AddInt("threads", "N", "Threads that compute.", 1, 100, &threads_);
    flags_.AddList("import-root", "DIR...", "Folders that may be read.", &roots_);
  }

  std::string listen_ = "127.0.0.1:7070";
  int threads_ = 2;
  std::vector<std::string> roots_ = {"/home"};
  FlagSet flags_;
};

TEST_F(FlagSetTest, WhatIsNotGivenKeepsItsDefault) {
  ASSERT_THAT(flags_.Parse({}), IsOk());
  EXPECT_EQ(listen_, "127.0.0.1:7070");
  EXPECT_EQ(threads_, 2);
  EXPECT_THAT(roots_, ElementsAre("/home"));
}

TEST_F(FlagSetTest, ValuesFollowOrStandBehindAnEqualsSign) {
  ASSERT_THAT(flags_.Parse({"--listen=[::1]:1", "--threads", "7"}), IsOk());
  EXPECT_EQ(listen_, "[::1]:1");
  EXPECT_EQ(threads_, 7);
}

TEST_F(FlagSetTest, ListsGrowAndForgetTheirDefault) {
  ASSERT_THAT(flags_.Parse({"--import-root", "/a", "/b", "--threads", "1", "--import-root=/c"}),
              IsOk());
  EXPECT_THAT(roots_, ElementsAre("/a", "/b", "/c"));
}

TEST_F(FlagSetTest, MistakesAreNamed) {
  EXPECT_THAT(flags_.Parse({"--lisen", "x"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("did you mean --listen?")));
  EXPECT_THAT(flags_.Parse({"--colour", "x"}), FailsOnField("--colour"));
  EXPECT_THAT(flags_.Parse({"--threads", "0"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("[1, 100]")));
  EXPECT_THAT(flags_.Parse({"--threads"}), FailsOnField("--threads"));
  EXPECT_THAT(flags_.Parse({"--listen", "--threads", "1"}), FailsOnField("--listen"));
  EXPECT_THAT(flags_.Parse({"serve"}), FailsOnField("serve"));
}

TEST_F(FlagSetTest, TheHelpShowsDefaults) {
  EXPECT_EQ(flags_.Help(),
            "  --listen HOST:PORT\n      Where to serve. [127.0.0.1:7070]\n"
            "  --threads N\n      Threads that compute. [2]\n"
            "  --import-root DIR...\n      Folders that may be read. [/home]\n");
}

}  // namespace
}  // namespace widthlab::host
