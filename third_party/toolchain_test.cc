// One process with every library the project links: they load together, each answers, and none
// brings its own copy of another's symbols. A broken machine fails here first, with a short name.
#include <ATen/ATen.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <openssl/sha.h>
#include <prometheus/counter.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <sqlite3.h>

#include <Eigen/Dense>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/random/random.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

ABSL_FLAG(int, answer, 42, "A flag, so that the flags library is linked.");

namespace widthlab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ToolchainTest, AbseilLinks) {
  absl::StatusOr<int> missing = absl::NotFoundError("no such layer");
  absl::flat_hash_map<std::string, int> widths = {{"layer.0", 64}};
  absl::Notification done;
  done.Notify();
  absl::BitGen generator;
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(absl::StrCat(widths["layer.0"]), "64");
  EXPECT_TRUE(done.WaitForNotificationWithTimeout(absl::ZeroDuration()));
  EXPECT_LT(absl::Uniform(generator, 0, 2), 2);
  EXPECT_EQ(absl::GetFlag(FLAGS_answer), 42);
}

TEST(ToolchainTest, MessageSurvivesPackingIntoStatusDetails) {
  google::rpc::ErrorInfo info;
  info.set_reason("INVALID_FIELD");
  google::rpc::Status status;
  status.add_details()->PackFrom(info);
  google::rpc::Status copy;
  ASSERT_TRUE(copy.ParseFromString(status.SerializeAsString()));
  google::rpc::ErrorInfo unpacked;
  ASSERT_TRUE(copy.details(0).UnpackTo(&unpacked));
  EXPECT_EQ(unpacked.reason(), "INVALID_FIELD");
}

TEST(ToolchainTest, GrpcServerListensBesideLibTorch) {
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  ASSERT_NE(server, nullptr);
  auto channel =
      grpc::CreateChannel(absl::StrCat("127.0.0.1:", port), grpc::InsecureChannelCredentials());
  EXPECT_TRUE(
      channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(20)));
  EXPECT_EQ(at::ones({2, 3}).matmul(at::ones({3, 2})).sum().item<float>(), 12.0f);
  server->Shutdown();
}

TEST(ToolchainTest, TorchExceptionIsCaughtAsStandardException) {
  EXPECT_THROW(at::ones({2, 3}).matmul(at::ones({2, 3})), std::exception);
}

TEST(ToolchainTest, EigenMultiplies) {
  Eigen::Matrix2d a;
  a << 1, 2, 3, 4;
  EXPECT_EQ((a * a)(1, 1), 22);
}

TEST(ToolchainTest, OpenSslHashesTheEmptyString) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(nullptr, 0, digest);
  EXPECT_EQ(absl::BytesToHexString(absl::string_view(reinterpret_cast<char*>(digest), 4)),
            "e3b0c442");
}

TEST(ToolchainTest, SqliteOpensAnInMemoryDatabase) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(":memory:", &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, "CREATE TABLE t (x)", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

TEST(ToolchainTest, PrometheusSerializesACounter) {
  prometheus::Registry registry;
  prometheus::BuildCounter().Name("requests_total").Register(registry).Add({}).Increment();
  EXPECT_THAT(prometheus::TextSerializer().Serialize(registry.Collect()),
              HasSubstr("requests_total 1"));
}

TEST(ToolchainTest, JsonParses) {
  EXPECT_THAT(nlohmann::json::parse("[1, 2]").get<std::vector<int>>(), ElementsAre(1, 2));
}

}  // namespace
}  // namespace widthlab
