#include "common/status/status_proto.h"

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"

namespace widthlab {
namespace {

using ::testing::EndsWith;
using ::testing::Eq;
using ::testing::SizeIs;

TEST(StatusProtoTest, OkStaysOkWithoutDetails) {
  const google::rpc::Status proto = StatusToProto(absl::OkStatus());
  EXPECT_EQ(proto.code(), 0);
  EXPECT_THAT(proto.details(), SizeIs(0));
  EXPECT_THAT(StatusFromProto(proto), IsOk());
}

TEST(StatusProtoTest, FactsSurviveTheRoundTrip) {
  const absl::Status status = InvalidField("spec.radius", "1.5", "a number in (0, 1)");
  const absl::Status back = StatusFromProto(StatusToProto(status));
  EXPECT_THAT(back, StatusIs(absl::StatusCode::kInvalidArgument, Eq(status.message())));
  EXPECT_THAT(back, FailsOnField("spec.radius"));
  EXPECT_EQ(FactsOf(back)->metadata.at("allowed"), "a number in (0, 1)");
}

TEST(StatusProtoTest, EveryCodeSurvivesAndGivesAReason) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "plain");
    const absl::Status back = StatusFromProto(StatusToProto(status));
    EXPECT_EQ(back.code(), status.code());
    ASSERT_TRUE(FactsOf(back).has_value());
    EXPECT_EQ(FactsOf(back)->reason, ReasonOfCode(status.code()));
  }
}

TEST(StatusProtoTest, UnknownCodesOfNewerPeersBecomeUnknown) {
  google::rpc::Status proto;
  proto.set_code(99);
  EXPECT_THAT(StatusFromProto(proto), StatusIs(absl::StatusCode::kUnknown));
}

TEST(StatusProtoTest, BytesThatAreNotUtf8AreReplaced) {
  const google::rpc::Status proto =
      StatusToProto(absl::NotFoundError("\xC3\xA4 \xFF \xED\xA0\x80"));
  EXPECT_EQ(proto.message(), "\xC3\xA4 ? ???");
}

TEST(StatusProtoTest, LongMessagesAreCutSoThatTheyFitIntoTrailers) {
  const google::rpc::Status proto = StatusToProto(absl::NotFoundError(std::string(100'000, 'x')));
  EXPECT_THAT(proto.message(), SizeIs(2048));
  EXPECT_THAT(proto.message(), EndsWith("[...]"));
}

}  // namespace
}  // namespace widthlab
