// What grpcurl sees: every service, health among them, with its file descriptor.
#include <memory>

#include "common/rpc/channel.h"
#include "common/rpc/server_runner.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.h"
#include "gtest/gtest.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace widthlab::rpc {
namespace {

TEST(ReflectionTest, HealthIsDescribedLikeAnyOtherService) {
  const auto* pool = google::protobuf::DescriptorPool::generated_pool();
  const auto* health = pool->FindServiceByName("grpc.health.v1.Health");
  ASSERT_NE(health, nullptr);
  EXPECT_NE(health->FindMethodByName("Check"), nullptr);
}

TEST(ReflectionTest, TheServerOffersReflection) {
  Host host;
  job::v1::JobService::Service jobs;
  const auto runner = ServerRunner::Start({.listen = "127.0.0.1:0"}, host,
                                          {{job::v1::JobService::service_full_name(), &jobs}});
  ASSERT_THAT(runner, IsOk());
  const grpc::internal::RpcMethod method(
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
      grpc::internal::RpcMethod::BIDI_STREAMING);
  // An empty request is answered, with whatever; a server without reflection ends the stream.
  grpc::ClientContext context;
  using Empty = grpc::health::v1::HealthCheckRequest;
  std::unique_ptr<grpc::ClientReaderWriter<Empty, Empty>> stream(
      grpc::internal::ClientReaderWriterFactory<Empty, Empty>::Create(
          Connect((*runner)->address()).get(), method, &context));
  ASSERT_TRUE(stream->Write(Empty()));
  Empty answer;
  EXPECT_TRUE(stream->Read(&answer));
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

}  // namespace
}  // namespace widthlab::rpc
