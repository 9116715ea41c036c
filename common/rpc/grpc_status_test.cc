#include "common/rpc/grpc_status.h"

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace widthlab::rpc {
namespace {

using ::testing::Eq;

TEST(GrpcStatusTest, OkIsOkBothWays) {
  EXPECT_TRUE(ToGrpc(absl::OkStatus()).ok());
  EXPECT_THAT(FromGrpc(grpc::Status::OK), IsOk());
}

TEST(GrpcStatusTest, DetailsHoldAnErrorInfo) {
  const grpc::Status status = ToGrpc(InvalidField("spec.radius", "2", "below 1"));
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  EXPECT_EQ(details.code(), 3);
  EXPECT_EQ(details.message(), status.error_message());
  google::rpc::ErrorInfo info;
  ASSERT_EQ(details.details_size(), 1);
  ASSERT_TRUE(details.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "INVALID_FIELD");
  EXPECT_EQ(info.domain(), "widthlab");
  EXPECT_EQ(info.metadata().at("field"), "spec.radius");
  EXPECT_EQ(info.metadata().at("allowed"), "below 1");
}

TEST(GrpcStatusTest, EveryCodeSurvivesTheRoundTrip) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "message");
    EXPECT_EQ(static_cast<int>(ToGrpc(status).error_code()), code);
    const absl::Status back = FromGrpc(ToGrpc(status));
    EXPECT_THAT(back, StatusIs(status.code(), Eq("message")));
    EXPECT_FALSE(FactsOf(back)->reason.empty());
  }
}

TEST(GrpcStatusTest, FactsSurviveTheRoundTrip) {
  const absl::Status back = FromGrpc(ToGrpc(InvalidField("a.b", "2", "below 1")));
  EXPECT_THAT(back, FailsOnField("a.b"));
  EXPECT_EQ(FactsOf(back)->metadata.at("value"), "2");
}

TEST(GrpcStatusTest, DetailsThatAreNotOursDoNoHarm) {
  const grpc::Status status(grpc::StatusCode::NOT_FOUND, "gone", "\xFF\xFFnonsense");
  EXPECT_THAT(FromGrpc(status), StatusIs(absl::StatusCode::kNotFound, Eq("gone")));
}

}  // namespace
}  // namespace widthlab::rpc
