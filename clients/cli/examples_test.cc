// Examples of the help texts are command lines that widthctl understands.
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "clients/cli/build_request.h"
#include "clients/cli/parse.h"
#include "clients/cli/run_request.h"
#include "clients/cli/widthctl.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::IsEmpty;
using testing::Not;

// Lines of an example: those that end in a backslash, or within quotes, joined with the next.
std::vector<std::string> LinesOf(const std::string& examples) {
  const std::string joined = absl::StrReplaceAll(examples, {{"\\\n", " "}});
  std::vector<std::string> lines(1);
  bool quoted = false;
  for (const char c : joined) {
    if (c == '\'') quoted = !quoted;
    if (c == '\n' && !quoted) {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  lines.pop_back();  // behind the last line end
  return lines;
}

// Words as a shell has them, one list for each command of a pipe.
std::vector<std::vector<std::string>> WordsOf(const std::string& line) {
  std::vector<std::vector<std::string>> commands(1);
  std::string word;
  char quote = 0;
  bool begun = false;
  const auto end_word = [&] {
    if (begun) commands.back().push_back(word);
    word.clear();
    begun = false;
  };
  for (const char c : line) {
    if (quote != 0) {
      if (c == quote) quote = 0;
      if (c != quote && quote != 0) word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun = true;
    } else if (c == ' ') {
      end_word();
    } else if (c == '|' || c == '<' || c == '>' || c == '(' || c == ')') {
      end_word();
      commands.emplace_back();
    } else {
      word += c;
      begun = true;
    }
  }
  end_word();
  return commands;
}

// The words behind "widthctl" or "./run"; empty where the line calls neither.
std::vector<std::string> CalledWith(const std::string& line) {
  for (std::vector<std::string> words : WordsOf(line)) {
    if (words.empty() || (words[0] != "widthctl" && words[0] != "./run")) continue;
    words.erase(words.begin());
    return words;
  }
  return {};
}

// What the request of a run or a schedule would be made from.
void CheckSettings(const Command& command, const Arguments& arguments) {
  if (command.name() == "pipeline run") {
    EXPECT_THAT(BuildRunRequest(arguments.Positional(0), "", arguments.Values("set")), IsOk());
  }
  if (command.name() == "schedule build") {
    EXPECT_THAT(BuildSpec({.family = arguments.Value("family"),
                           .layers = arguments.Value("layers"),
                           .d_model = arguments.Value("d-model"),
                           .ffn_width = arguments.Value("ffn-width"),
                           .settings = arguments.Values("set")}),
                IsOk());
  }
}

TEST(Examples, EveryVerbHasSomeAndEachIsUnderstood) {
  for (const Command& command : AllCommands()) {
    EXPECT_THAT(command.examples, Not(IsEmpty())) << command.name();
    int own = 0;
    for (const std::string& line : LinesOf(command.examples)) {
      EXPECT_EQ(line.substr(0, 2), "  ") << command.name();
      const std::vector<std::string> words = CalledWith(line);
      ASSERT_THAT(words, Not(IsEmpty())) << line;
      const absl::StatusOr<Invocation> invocation = Parse(AllCommands(), words);
      ASSERT_TRUE(invocation.ok()) << line << ": " << invocation.status();
      EXPECT_FALSE(invocation->help) << line;
      ASSERT_NE(invocation->command, nullptr) << line;
      if (invocation->command->name() == command.name()) ++own;
      CheckSettings(*invocation->command, invocation->arguments);
    }
    EXPECT_GT(own, 0) << command.name() << " has no example of itself";
  }
}

}  // namespace
}  // namespace widthlab::cli
