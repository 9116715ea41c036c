#include "clients/cli/demo/demo_servers.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>

#include "common/artifact/data_folder.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::HasSubstr;

class DemoServersTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ / "bin");
    for (const char* name : {"widthlabd", "widthlab-orchestrator", "widthlab-capture",
                             "widthlab-geometry", "widthlab-schedule", "widthlab-training"}) {
      std::filesystem::create_symlink(
          std::filesystem::absolute("clients/cli/demo/fake_server_main"), root_ / "bin" / name);
    }
  }

  absl::StatusOr<std::unique_ptr<DemoServers>> Start(bool processes = false) {
    return DemoServers::FindOrStart({.folder = (root_ / "data").string(),
                                     .programs = (root_ / "bin").string(),
                                     .processes = processes});
  }

  bool Held(const std::string& folder) const {
    return artifact::DataFolder::FindHolder((root_ / folder).string())->held;
  }

  pid_t Holder(const std::string& folder) const {
    return static_cast<pid_t>(artifact::DataFolder::FindHolder((root_ / folder).string())->process);
  }

  std::filesystem::path root_;
};

TEST_F(DemoServersTest, StartsAServerAndStopsIt) {
  const auto servers = Start();
  ASSERT_THAT(servers, IsOk());
  EXPECT_FALSE((*servers)->found());
  EXPECT_THAT((*servers)->address(), HasSubstr("127.0.0.1:"));
  EXPECT_THAT((*servers)->CheckAlive(), IsOk());
  EXPECT_TRUE(Held("data"));
  (*servers)->Stop();
  EXPECT_FALSE(Held("data"));
}

TEST_F(DemoServersTest, TheLastOfTwoStopsTheServerTheyShare) {
  const auto one = Start();
  const auto other = Start();
  ASSERT_THAT(one, IsOk());
  ASSERT_THAT(other, IsOk());
  EXPECT_TRUE((*other)->found());
  EXPECT_EQ((*one)->address(), (*other)->address());
  (*one)->Stop();
  EXPECT_TRUE(Held("data"));
  (*other)->Stop();
  EXPECT_FALSE(Held("data"));
}

TEST_F(DemoServersTest, FindsAServerWhoseDemonstrationIsGoneAndStopsIt) {
  std::string address;
  {
    const auto killed = Start();
    ASSERT_THAT(killed, IsOk());
    address = (*killed)->address();
  }
  const auto servers = Start();
  ASSERT_THAT(servers, IsOk());
  EXPECT_EQ((*servers)->address(), address);
  EXPECT_FALSE((*servers)->are_the_users());
  (*servers)->Stop();
  EXPECT_FALSE(Held("data"));
}

TEST_F(DemoServersTest, LeavesAServerOfTheUsersAlone) {
  const std::string data = (root_ / "data").string();
  const ServerProcess own =
      *StartServer((root_ / "bin" / "widthlabd").string(),
                   {"--data", data, "--listen", "127.0.0.1:0"}, (root_ / "log").string());
  while (artifact::DataFolder::FindHolder(data)->address.empty()) usleep(10'000);
  const auto servers = Start();
  ASSERT_THAT(servers, IsOk());
  EXPECT_TRUE((*servers)->found());
  EXPECT_TRUE((*servers)->are_the_users());
  (*servers)->Stop();
  EXPECT_TRUE(IsAlive(own));
  StopServers({own});
}

TEST_F(DemoServersTest, NoticesAServerThatWasKilledAndStartsItAgain) {
  const auto servers = Start();
  ASSERT_THAT(servers, IsOk());
  kill(Holder("data"), SIGKILL);
  while ((*servers)->CheckAlive().ok()) usleep(10'000);
  EXPECT_THAT((*servers)->CheckAlive(), FailsOnField("server"));
  (*servers)->Stop();
  const auto again = Start();
  ASSERT_THAT(again, IsOk());
  EXPECT_FALSE((*again)->found());
  (*again)->Stop();
}

TEST_F(DemoServersTest, StartsOfFiveServersOnlyTheOneThatIsMissing) {
  pid_t capture = 0;
  pid_t training = 0;
  {
    const auto killed = Start(/*processes=*/true);
    ASSERT_THAT(killed, IsOk());
    capture = Holder("data/capture");
    training = Holder("data/training");
    kill(capture, SIGKILL);
    while ((*killed)->CheckAlive().ok()) usleep(10'000);
  }
  const auto servers = Start(/*processes=*/true);
  ASSERT_THAT(servers, IsOk());
  EXPECT_EQ(Holder("data/training"), training);
  EXPECT_NE(Holder("data/capture"), capture);
  (*servers)->Stop();
  for (const char* area : {"orchestrator", "capture", "geometry", "schedule", "training"}) {
    EXPECT_FALSE(Held(std::string("data/") + area)) << area;
  }
}

TEST_F(DemoServersTest, ShowsTheLastWordsOfAServerThatCannotStart) {
  std::filesystem::remove(root_ / "bin" / "widthlabd");
  std::filesystem::create_symlink("/bin/ls", root_ / "bin" / "widthlabd");
  EXPECT_THAT(Start(), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("--data")));
  std::filesystem::remove(root_ / "bin" / "widthlabd");
  EXPECT_THAT(Start(), StatusIs(absl::StatusCode::kNotFound, HasSubstr("widthlabd")));
}

}  // namespace
}  // namespace widthlab::cli
