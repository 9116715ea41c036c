#include "clients/cli/demo/server_process.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cli/demo/server_record.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

std::string NewFolder(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder.string();
}

TEST(ServerProcess, RunsUntilItIsStopped) {
  const absl::StatusOr<ServerProcess> server =
      StartServer("/bin/sleep", {"1000"}, NewFolder("runs") + "/log");
  ASSERT_THAT(server, IsOk());
  EXPECT_TRUE(IsAlive(*server));
  StopServers({*server});
  EXPECT_FALSE(IsAlive(*server));
}

TEST(ServerProcess, IsNoLongerAliveOnceItEndedByItself) {
  const std::string log = NewFolder("ends") + "/log";
  const absl::StatusOr<ServerProcess> server =
      StartServer("/bin/sh", {"-c", "echo one; echo two >&2"}, log);
  ASSERT_THAT(server, IsOk());
  while (IsAlive(*server)) absl::SleepFor(absl::Milliseconds(5));
  EXPECT_EQ(LastLines(log, 5), "one\ntwo");
  EXPECT_EQ(LastLines(log, 1), "two");
}

TEST(ServerProcess, IsNotMistakenForAnotherWithItsNumber) {
  ServerProcess server{.pid = getpid(), .start_ticks = StartTicks(getpid())};
  EXPECT_TRUE(IsAlive(server));
  server.start_ticks -= 1;
  EXPECT_FALSE(IsAlive(server));
  StopServers({server});  // and this process lives on
  EXPECT_FALSE(IsAlive(ServerProcess{}));
}

TEST(ServerProcess, SaysWhichProgramIsMissing) {
  EXPECT_THAT(StartServer("/no/such/program", {}, NewFolder("missing") + "/log"),
              StatusIs(absl::StatusCode::kNotFound, testing::HasSubstr("/no/such/program")));
}

TEST(ServerRecord, ComesBackAsItWasWritten) {
  const std::string folder = NewFolder("record");
  EXPECT_TRUE(ServerRecord::Read(folder).servers.empty());
  ServerRecord record;
  record.servers["capture"] = {.port = 4711, .process = {12, 345, "/a b/log"}};
  record.servers["training"] = {.port = 4712, .process = {13, 346, "/log"}};
  ASSERT_THAT(record.Write(folder), IsOk());
  const ServerRecord read = ServerRecord::Read(folder);
  ASSERT_EQ(read.servers.size(), 2u);
  EXPECT_EQ(read.servers.at("capture").port, 4711);
  EXPECT_EQ(read.servers.at("capture").process.pid, 12);
  EXPECT_EQ(read.servers.at("capture").process.start_ticks, 345);
  EXPECT_EQ(read.servers.at("capture").process.log, "/a b/log");
  EXPECT_THAT(record.Write("/no/such/folder"), FailsOnField("data"));
}

}  // namespace
}  // namespace widthlab::cli
