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

TEST(ReflectionTest, TheServerListsAndDescribesItsServices) {
  Host host;
  job::v1::JobService::Service jobs;
  const auto runner = ServerRunner::Start({.listen = "127.0.0.1:0"}, host,
                                          {{job::v1::JobService::service_full_name(), &jobs}});
  ASSERT_THAT(runner, IsOk());
  const grpc::internal::RpcMethod method(
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
      grpc::internal::RpcMethod::BIDI_STREAMING);
  // The messages of reflection come with no header here; their bytes are simple enough. A message
  // of another type carries them in its unknown fields.
  grpc::ClientContext context;
  using Carrier = grpc::health::v1::HealthCheckRequest;
  std::unique_ptr<grpc::ClientReaderWriter<Carrier, Carrier>> stream(
      grpc::internal::ClientReaderWriterFactory<Carrier, Carrier>::Create(
          Connect((*runner)->address()).get(), method, &context));
  Carrier list_services;
  ASSERT_TRUE(list_services.ParseFromString("\x3A\x01*"));
  ASSERT_TRUE(stream->Write(list_services));
  Carrier answer;
  ASSERT_TRUE(stream->Read(&answer));
  for (const char* service : {"widthlab.job.v1.JobService", "grpc.health.v1.Health"}) {
    EXPECT_THAT(answer.SerializeAsString(), testing::HasSubstr(service));
  }

  // What grpcurl asks before it calls Check: the file that has the service.
  Carrier file_containing_symbol;
  ASSERT_TRUE(file_containing_symbol.ParseFromString("\x22\x15grpc.health.v1.Health"));
  ASSERT_TRUE(stream->Write(file_containing_symbol));
  ASSERT_TRUE(stream->Read(&answer));
  EXPECT_THAT(answer.SerializeAsString(), testing::HasSubstr("HealthCheckResponse"));
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

}  // namespace
}  // namespace widthlab::rpc
