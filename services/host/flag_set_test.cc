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
    flags_.AddBytes("memory", "BYTES", "Most memory.", &memory_);
    flags_.AddList("import-root", "DIR...", "Folders that may be read.", &roots_);
  }

  std::string listen_ = "127.0.0.1:7070";
  int threads_ = 2;
  int64_t memory_ = int64_t{3} << 29;
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

TEST_F(FlagSetTest, SizesHaveUnits) {
  ASSERT_THAT(flags_.Parse({"--memory", "20M"}), IsOk());
  EXPECT_EQ(memory_, 20 << 20);
  ASSERT_THAT(flags_.Parse({"--memory", "0.5T"}), IsOk());
  EXPECT_EQ(memory_, int64_t{1} << 39);
  ASSERT_THAT(flags_.Parse({"--memory", "4097"}), IsOk());
  EXPECT_EQ(memory_, 4097);
  for (const char* bad : {"0", "-1", "G", "12Q", "nan", "1e300", ""}) {
    EXPECT_THAT(flags_.Parse({"--memory", bad}), FailsOnField("--memory")) << bad;
  }
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
            "  --memory BYTES\n      Most memory. [1.5G]\n"
            "  --import-root DIR...\n      Folders that may be read. [/home]\n");
}

}  // namespace
}  // namespace widthlab::host
