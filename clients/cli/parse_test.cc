#include "clients/cli/parse.h"

#include <string>
#include <vector>

#include "clients/cli/exit_code.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ParseTest : public testing::Test {
 protected:
  const std::vector<Command> commands_ = {
      {.group = "pipeline",
       .verb = "run",
       .arguments = {{.name = "TEMPLATE", .help = "which"}},
       .flags = {{.name = "set", .value = "KEY=VALUE", .repeated = true},
                 {.name = "file", .value = "FILE"},
                 {.name = "wait"}}},
      {.group = "pipeline", .verb = "list"},
      {.group = "job", .verb = "list"},
      {.verb = "demo", .hidden = true, .own_server = true},
  };

  absl::StatusOr<Invocation> Parse(std::vector<std::string> words) {
    return widthlab::cli::Parse(commands_, words);
  }

  std::string MessageOf(std::vector<std::string> words) {
    const absl::Status status = Parse(words).status();
    EXPECT_EQ(ExitCodeOf(status), kUsage) << status;
    return std::string(status.message());
  }
};

TEST_F(ParseTest, FindsVerbFlagsAndArgumentsInAnyOrder) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"pipeline", "run", "T", "--set", "a=1", "--set=b=2", "--wait"},
        {"pipeline", "run", "--wait", "--set", "a=1", "T", "--set", "b=2"},
        {"pipeline", "run", "--wait", "--set=a=1", "--set=b=2", "--", "T"}}) {
    const absl::StatusOr<Invocation> invocation = Parse(words);
    ASSERT_THAT(invocation, IsOk());
    EXPECT_EQ(invocation->command, &commands_[0]);
    EXPECT_EQ(invocation->arguments.Positional(0), "T");
    EXPECT_THAT(invocation->arguments.Values("set"), ElementsAre("a=1", "b=2"));
    EXPECT_TRUE(invocation->arguments.Has("wait"));
    EXPECT_FALSE(invocation->help);
  }
}

TEST_F(ParseTest, TakesCommonFlagsInFrontOfTheVerb) {
  const absl::StatusOr<Invocation> invocation =
      Parse({"--server", "host:1", "--json", "job", "list"});
  ASSERT_THAT(invocation, IsOk());
  EXPECT_EQ(invocation->command, &commands_[2]);
  EXPECT_EQ(invocation->arguments.Value("server"), "host:1");
  EXPECT_TRUE(invocation->arguments.Has("json"));
}

TEST_F(ParseTest, WordsAfterTwoDashesAreNoFlags) {
  const absl::StatusOr<Invocation> invocation = Parse({"pipeline", "run", "--", "--wait"});
  ASSERT_THAT(invocation, IsOk());
  EXPECT_EQ(invocation->arguments.Positional(0), "--wait");
}

TEST_F(ParseTest, GivesHelpAtEveryLevelWithoutCheckingTheRest) {
  EXPECT_TRUE(Parse({})->help);
  EXPECT_TRUE(Parse({"--help"})->help);
  EXPECT_TRUE(Parse({"help"})->help);
  EXPECT_EQ(Parse({"pipeline", "-h"})->group, "pipeline");
  EXPECT_EQ(Parse({"help", "pipeline"})->group, "pipeline");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"pipeline", "run", "--help"},
        {"help", "pipeline", "run"},
        {"pipeline", "run", "--no-such-flag", "--help"}}) {
    const absl::StatusOr<Invocation> invocation = Parse(words);
    ASSERT_THAT(invocation, IsOk());
    EXPECT_TRUE(invocation->help);
    EXPECT_EQ(invocation->command, &commands_[0]);
  }
}

TEST_F(ParseTest, SuggestsTheNearestGroupVerbAndFlag) {
  EXPECT_EQ(MessageOf({"pipelin", "run"}), "widthctl has no 'pipelin'; did you mean 'pipeline'?");
  EXPECT_EQ(MessageOf({"pipeline", "rum"}), "'pipeline' has no verb 'rum'; did you mean 'run'?");
  EXPECT_EQ(MessageOf({"pipeline", "run", "T", "--wiat"}),
            "'pipeline run' has no flag '--wiat'; did you mean '--wait'?");
  EXPECT_EQ(MessageOf({"xyz"}), "widthctl has no 'xyz'; there are pipeline, job");
  EXPECT_THAT(MessageOf({"pipeline"}), HasSubstr("pipeline run|list"));
}

TEST_F(ParseTest, TakesNoServerWhereAVerbBringsItsOwn) {
  EXPECT_THAT(Parse({"demo", "--json"}), IsOk());
  EXPECT_THAT(Parse({"demo", "--server", "a:1"}), FailsOnField("--server"));
}

TEST_F(ParseTest, NamesTheWordAtFault) {
  EXPECT_THAT(Parse({"job", "list", "--set", "a"}), FailsOnField("--set"));
  EXPECT_THAT(Parse({"job", "list", "extra"}), FailsOnField("extra"));
  EXPECT_THAT(Parse({"pipeline", "run"}), FailsOnField("TEMPLATE"));
  EXPECT_THAT(Parse({"pipeline", "run", "T", "--file"}), FailsOnField("--file"));
  EXPECT_THAT(Parse({"pipeline", "run", "T", "--wait=yes"}), FailsOnField("--wait"));
  EXPECT_THAT(Parse({"pipeline", "run", "T", "--file", "a", "--file", "b"}),
              FailsOnField("--file"));
  EXPECT_THAT(Parse({"pipeline", "run", "T", "-w"}), FailsOnField("-w"));
}

}  // namespace
}  // namespace widthlab::cli
