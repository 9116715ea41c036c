#include "clients/cpp/connection.h"

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::client {
namespace {

using testing::HasSubstr;

TEST(Connection, TakesHostAndPort) {
  for (const char* address : {"127.0.0.1:7070", "localhost:1", "a.b:65535", "[::1]:7070"}) {
    EXPECT_THAT(CheckAddress("server", address), IsOk()) << address;
  }
}

TEST(Connection, RefusesWhatIsNoAddress) {
  for (const char* address : {"", "localhost", ":7070", "a:0", "a:65536", "a:b", "a:-1", "::1:7070",
                              "http://a:7070", "a:70 70"}) {
    EXPECT_THAT(CheckAddress("server", address), FailsOnField("server")) << address;
  }
}

TEST(Connection, AsksAnAreaAtItsOwnAddressAndTheServerForTheRest) {
  const absl::StatusOr<Connections> to =
      Connections::Open({.server = "a:1", .capture = "b:2", .training = "a:1"});
  ASSERT_THAT(to, IsOk());
  EXPECT_EQ(to->orchestrator.address, "a:1");
  EXPECT_EQ(to->capture.address, "b:2");
  EXPECT_NE(to->capture.channel, to->orchestrator.channel);
  EXPECT_EQ(to->geometry.channel, to->orchestrator.channel);
  EXPECT_EQ(to->training.channel, to->orchestrator.channel);
}

TEST(Connection, NamesTheAreaWhoseAddressIsWrong) {
  EXPECT_THAT(Connections::Open({.server = "a"}), FailsOnField("server"));
  EXPECT_THAT(Connections::Open({.capture = "b"}), FailsOnField("capture"));
}

TEST(Connection, SaysWhichServerDoesNotAnswer) {
  const absl::Status status =
      ExplainUnreachable({.address = "a:1"}, absl::UnavailableError("connection refused"));
  EXPECT_THAT(status,
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("no server answers at a:1")));
  EXPECT_THAT(status, FailsOnField("server"));
}

TEST(Connection, LeavesWhatAServerSaidAsItIs) {
  const absl::Status draining =
      MakeError(absl::StatusCode::kUnavailable, {.reason = "SERVER_DRAINING"}, "going away");
  EXPECT_EQ(ExplainUnreachable({.address = "a:1"}, draining), draining);
  EXPECT_EQ(ExplainUnreachable({}, absl::InternalError("x")), absl::InternalError("x"));
  EXPECT_THAT(ExplainUnreachable({}, absl::OkStatus()), IsOk());
}

}  // namespace
}  // namespace widthlab::client
