#include "clients/cli/complete.h"

#include "clients/cli/values.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const std::vector<Command>& Commands() {
  static const auto* const kCommands = new std::vector<Command>{
      {.group = "job",
       .verb = "list",
       .summary = "Show jobs.",
       .flags = {{.name = "state", .value = "STATE", .values = WordValues({"running", "failed"})},
                 {.name = "file", .value = "PATH", .values = FileValues()},
                 {.name = "set",
                  .value = "KEY=VALUE",
                  .repeated = true,
                  .values = WordValues({"steps=", "kind=", "kind=raw", "kind=spherical"})},
                 {.name = "wait"}}},
      {.group = "job",
       .verb = "show",
       .arguments = {{.name = "JOB", .values = JobValues("state = RUNNING")},
                     {.name = "FILE", .required = false}}},
      {.group = "secret", .verb = "verb", .hidden = true},
      {.verb = "demo", .flags = {{.name = "fast"}}},
  };
  return *kCommands;
}

class CompleteTest : public testing::Test {
 protected:
  std::vector<std::string> Words(const std::vector<std::string>& line) {
    const Completion completion =
        Complete(Commands(), line,
                 [this](const Values& values, const std::string& begun, const Arguments& given) {
                   asked_ = values.filter + "|" + begun + "|" + given.Value("server");
                   return std::vector<Word>{{"training-1", ""}, {"pipeline-2", ""}};
                 });
    files_ = completion.files;
    std::vector<std::string> words;
    for (const Word& word : completion.words) words.push_back(word.text);
    return words;
  }

  bool files_ = false;
  std::string asked_;
};

TEST_F(CompleteTest, BeginsWithGroupsAndVerbsThatStandAlone) {
  EXPECT_THAT(Words({""}), ElementsAre("job", "demo"));
  EXPECT_THAT(Words({"j"}), ElementsAre("job"));
  EXPECT_THAT(Words({"help", "d"}), ElementsAre("demo"));
  EXPECT_THAT(Words({"--s"}), ElementsAre("--server"));
  EXPECT_THAT(Words({}), IsEmpty());
}

TEST_F(CompleteTest, GoesOnWithTheVerbsOfAGroup) {
  EXPECT_THAT(Words({"job", ""}), ElementsAre("list", "show"));
  EXPECT_THAT(Words({"--server", "a:1", "job", "s"}), ElementsAre("show"));
  EXPECT_THAT(Words({"jbo", ""}), IsEmpty());
  EXPECT_THAT(Words({"job", "lsit", ""}), IsEmpty());
}

TEST_F(CompleteTest, OffersFlagsThatAreNotThereYet) {
  EXPECT_THAT(Words({"job", "list", "--"}), ElementsAre("--state", "--file", "--set", "--wait",
                                                        "--server", "--json", "--color", "--help"));
  EXPECT_THAT(Words({"job", "list", "--set", "steps=1", "--wait", "--state=failed", "--"}),
              AllOf(Contains("--set"), Not(Contains("--wait")), Not(Contains("--state"))));
  EXPECT_THAT(Words({"job", "list", ""}), Contains("--state"));
  EXPECT_THAT(Words({"job", "list", "--", "--"}), IsEmpty());
}

TEST_F(CompleteTest, OffersTheValuesOfAFlagInBothWritings) {
  EXPECT_THAT(Words({"job", "list", "--state", ""}), ElementsAre("running", "failed"));
  EXPECT_THAT(Words({"job", "list", "--state=f"}), ElementsAre("--state=failed"));
  EXPECT_THAT(Words({"job", "list", "--color", "a"}), ElementsAre("auto", "always"));
}

TEST_F(CompleteTest, OffersValuesOfAKeyOnlyOnceTheKeyIsThere) {
  EXPECT_THAT(Words({"job", "list", "--set", ""}), ElementsAre("steps=", "kind="));
  EXPECT_THAT(Words({"job", "list", "--set", "kind="}),
              ElementsAre("kind=", "kind=raw", "kind=spherical"));
  EXPECT_THAT(Words({"job", "list", "--set=kind=s"}), ElementsAre("--set=kind=spherical"));
}

TEST_F(CompleteTest, LeavesPathsToTheShell) {
  EXPECT_THAT(Words({"job", "list", "--file", "a"}), IsEmpty());
  EXPECT_TRUE(files_);
  Words({"job", "list", "a"});
  EXPECT_FALSE(files_);
}

TEST_F(CompleteTest, AsksTheServerOfTheLineForNames) {
  EXPECT_THAT(Words({"--server", "a:1", "job", "show", "t"}), ElementsAre("training-1"));
  EXPECT_EQ(asked_, "state = RUNNING|t|a:1");
  Words({"job", "show", "--server=b:2", ""});
  EXPECT_EQ(asked_, "state = RUNNING||b:2");
  asked_ = "nothing";
  Words({"job", "show", "training-1", "x"});
  EXPECT_EQ(asked_, "nothing");
}

}  // namespace
}  // namespace widthlab::cli
