#include "clients/cli/help.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::vector<Command>& Commands() {
  static const auto* const kCommands = new std::vector<Command>{
      {.group = "job",
       .verb = "cancel",
       .summary = "Ask a job to stop.",
       .description = "A queued job is dequeued.",
       .arguments = {{.name = "JOB", .help = "its name"}},
       .flags = {{.name = "set", .value = "KEY=VALUE", .help = "sets a field", .repeated = true}},
       .examples = "  widthctl job cancel jobs/training-1\n",
       .more_help = [](const Arguments&) { return "fields\n"; }},
      {.verb = "demo", .summary = "secret", .hidden = true},
  };
  return *kCommands;
}

TEST(Help, BreaksALongTextWhereItIsIndented) {
  EXPECT_EQ(HelpEntry("a", "one two three", 2, 14),
            "  a   one two\n"
            "      three\n");
}

TEST(Help, PutsTheTextUnderANameThatIsTooLong) {
  EXPECT_EQ(HelpEntry("long-name", "text", 3, 80),
            "  long-name\n"
            "       text\n");
}

TEST(Help, ShowsAllVerbsAndExitCodesButNothingHidden) {
  EXPECT_THAT(OverviewHelp(Commands()), AllOf(HasSubstr("job cancel"), HasSubstr("WIDTHLAB_SERVER"),
                                              HasSubstr("exit codes"), Not(HasSubstr("secret"))));
  EXPECT_THAT(GroupHelp(Commands(), "job"), HasSubstr("Ask a job to stop."));
}

TEST(Help, TellsEverythingAboutOneVerb) {
  EXPECT_THAT(CommandHelp(Commands()[0], Arguments()),
              AllOf(StartsWith("usage: widthctl job cancel JOB [--set KEY=VALUE]... [FLAG...]\n"),
                    HasSubstr("A queued job is dequeued."), HasSubstr("sets a field (may be rep"),
                    HasSubstr("fields\n"), HasSubstr("examples\n  widthctl job cancel")));
}

}  // namespace
}  // namespace widthlab::cli
