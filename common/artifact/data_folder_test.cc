#include "common/artifact/data_folder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {
namespace {

TEST(DataFolderTest, MakesAndHoldsTheFolder) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/deep/data";
  const auto data = DataFolder::Open(path + "/");
  ASSERT_THAT(data, IsOk());
  EXPECT_EQ(data->path(), path);
  EXPECT_TRUE(std::filesystem::is_directory(path));
  EXPECT_TRUE(DataFolder::FindHolder(path)->held);
}

TEST(DataFolderTest, TheSecondServerIsToldWhoHoldsIt) {
  const TemporaryFolder folder;
  auto first = DataFolder::Open(folder.path());
  ASSERT_THAT(first, IsOk());
  EXPECT_THAT(DataFolder::Open(folder.path()), StatusIs(absl::StatusCode::kFailedPrecondition,
                                                        testing::HasSubstr("not listen yet")));
  ASSERT_THAT(first->WriteAddress("127.0.0.1:7070"), IsOk());
  const auto second = DataFolder::Open(folder.path());
  EXPECT_THAT(second, StatusIs(absl::StatusCode::kFailedPrecondition,
                               testing::HasSubstr("127.0.0.1:7070")));
  const auto facts = FactsOf(second.status());
  EXPECT_EQ(facts->reason, "DATA_FOLDER_IN_USE");
  EXPECT_EQ(facts->metadata.at("address"), "127.0.0.1:7070");
  EXPECT_EQ(facts->metadata.at("process"), std::to_string(getpid()));
  const auto holder = DataFolder::FindHolder(folder.path());
  ASSERT_THAT(holder, IsOk());
  EXPECT_EQ(holder->address, "127.0.0.1:7070");
  EXPECT_EQ(holder->process, getpid());
}

TEST(DataFolderTest, IsFreeAgainWhenTheHolderEnds) {
  const TemporaryFolder folder;
  {
    ASSERT_THAT(DataFolder::Open(folder.path())->WriteAddress("127.0.0.1:1"), IsOk());
  }
  EXPECT_FALSE(DataFolder::FindHolder(folder.path())->held);
  const auto again = DataFolder::Open(folder.path());
  ASSERT_THAT(again, IsOk());
  // The old address is gone with the old holder.
  EXPECT_EQ(DataFolder::FindHolder(folder.path())->address, "");
}

TEST(DataFolderTest, IsFreeAgainWhenTheHolderIsKilled) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    const auto data = DataFolder::Open(folder.path());
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_THAT(DataFolder::Open(folder.path()), IsOk());
}

TEST(DataFolderTest, NobodyHoldsAFolderThatIsNotThere) {
  const TemporaryFolder folder;
  const auto holder = DataFolder::FindHolder(folder.path() + "/none");
  ASSERT_THAT(holder, IsOk());
  EXPECT_FALSE(holder->held);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/none"));
}

TEST(DataFolderTest, AMovedHoldIsStillAHold) {
  const TemporaryFolder folder;
  auto first = DataFolder::Open(folder.path());
  const DataFolder moved = *std::move(first);
  EXPECT_TRUE(DataFolder::FindHolder(folder.path())->held);
  EXPECT_THAT(moved.WriteAddress("127.0.0.1:2"), IsOk());
}

TEST(DataFolderTest, SaysWhyAFolderCannotBeUsed) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() + "/file") << "x";
  EXPECT_THAT(DataFolder::Open(folder.path() + "/file/data"),
              StatusIs(absl::StatusCode::kInternal, testing::HasSubstr(folder.path())));
  EXPECT_THAT(DataFolder::Open(""), FailsOnField("data"));
  EXPECT_THAT(DataFolder::Open("/proc/none"),
              StatusIs(absl::StatusCode::kNotFound, testing::HasSubstr("/proc/none")));
}

TEST(DataFolderTest, ATildeIsTheUsersHome) {
  const TemporaryFolder folder;
  setenv("HOME", folder.path().c_str(), 1);
  const auto data = DataFolder::Open("~/data");
  ASSERT_THAT(data, IsOk());
  EXPECT_EQ(data->path(), folder.path() + "/data");
}

}  // namespace
}  // namespace widthlab::artifact
