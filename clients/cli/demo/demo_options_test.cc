#include "clients/cli/demo/demo_options.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

absl::StatusOr<DemoServerOptions> Read(
    const std::vector<std::pair<std::string, std::string>>& flags) {
  Arguments arguments;
  for (const auto& [name, value] : flags) arguments.AddFlag(name, value);
  return ReadServerOptions(arguments);
}

TEST(DemoOptionsTest, WithoutFlagsItsOwnServerInAFolderOfTheUser) {
  ASSERT_EQ(setenv("XDG_DATA_HOME", "/home/lab/data", 1), 0);
  const absl::StatusOr<DemoServerOptions> options = Read({});
  ASSERT_THAT(options, IsOk());
  EXPECT_EQ(options->folder, "/home/lab/data/widthlab-demo");
  EXPECT_EQ(options->server, "");
  EXPECT_FALSE(options->processes);
}

TEST(DemoOptionsTest, FoldersAreAbsoluteAndModelsMayBeRead) {
  const std::string model = testing::TempDir() + "/demo_options_model";
  std::filesystem::create_directories(model);
  const absl::StatusOr<DemoServerOptions> options =
      Read({{"data", "lab/../demo"}, {"model", model}, {"threads", "3"}});
  ASSERT_THAT(options, IsOk());
  EXPECT_EQ(options->folder, std::filesystem::current_path().string() + "/demo");
  EXPECT_THAT(options->import_roots, ElementsAre(std::filesystem::canonical(model).string()));
  EXPECT_EQ(options->threads, "3");
}

TEST(DemoOptionsTest, AModelOfANamedServerNeedNotBeOnThisMachine) {
  const absl::StatusOr<DemoServerOptions> options =
      Read({{"server", "lab:7070"}, {"model", "/models/llama"}});
  ASSERT_THAT(options, IsOk());
  EXPECT_EQ(options->server, "lab:7070");
  EXPECT_THAT(options->import_roots, IsEmpty());
}

TEST(DemoOptionsTest, NamesTheFlagThatCannotBe) {
  EXPECT_THAT(Read({{"threads", "0"}}), FailsOnField("--threads"));
  EXPECT_THAT(Read({{"threads", "two"}}), FailsOnField("--threads"));
  EXPECT_THAT(Read({{"data", ""}}), FailsOnField("--data"));
  EXPECT_THAT(Read({{"model", "/no/such/model"}}), FailsOnField("model"));
  EXPECT_THAT(Read({{"server", "lab:7070"}, {"processes", ""}}), FailsOnField("--server"));
  EXPECT_THAT(Read({{"server", "lab:7070"}, {"threads", "2"}}), FailsOnField("--server"));
}

}  // namespace
}  // namespace widthlab::cli
