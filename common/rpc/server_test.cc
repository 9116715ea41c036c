// The runner, the wrapper and the conversion together, over a loopback socket.
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "common/rpc/call.h"
#include "common/rpc/channel.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/server_runner.h"
#include "common/rpc/version.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace widthlab::rpc {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Answers by the name that it is asked for.
class FakeJobs final : public job::v1::JobService::Service {
 public:
  explicit FakeJobs(Host& host) : calls_(job::v1::JobService::service_full_name(), host) {}

  grpc::Status GetJob(grpc::ServerContext* context, const job::v1::GetJobRequest* request,
                      job::v1::Job* response) override {
    return calls_.Unary("GetJob", context, response, [&](Call&) -> absl::StatusOr<job::v1::Job> {
      if (request->name() == "throw") throw std::runtime_error("boom");
      if (request->name() == "throw int") throw 7;
      if (request->name() != "jobs/a-1") {
        return NotFound("JOB_NOT_FOUND", "name", "no job " + request->name());
      }
      job::v1::Job job;
      job.set_name(request->name());
      return job;
    });
  }

  // Never ends by itself.
  grpc::Status WatchJob(grpc::ServerContext* context, const job::v1::WatchJobRequest*,
                        grpc::ServerWriter<job::v1::Job>* writer) override {
    return calls_.ServerStream("WatchJob", context, writer,
                               [&](Call& call, StreamWriter<job::v1::Job>& out) {
                                 absl::Status status = out.Write(job::v1::Job());
                                 while (status.ok()) {
                                   std::this_thread::sleep_for(std::chrono::milliseconds(10));
                                   status = call.CheckWatch();
                                 }
                                 return status;
                               });
  }

 private:
  Calls calls_;
};

// Counts the bytes that it is sent.
class FakeArtifacts final : public artifact::v1::ArtifactService::Service {
 public:
  explicit FakeArtifacts(Host& host)
      : calls_(artifact::v1::ArtifactService::service_full_name(), host) {}

  grpc::Status WriteBlob(grpc::ServerContext* context,
                         grpc::ServerReader<artifact::v1::WriteBlobRequest>* reader,
                         artifact::v1::WriteBlobResponse* response) override {
    using Reader = StreamReader<artifact::v1::WriteBlobRequest>;
    return calls_.ClientStream(
        "WriteBlob", context, reader, response,
        [](Call&, Reader& in) -> absl::StatusOr<artifact::v1::WriteBlobResponse> {
          artifact::v1::WriteBlobResponse response;
          artifact::v1::WriteBlobRequest request;
          for (;;) {
            const absl::StatusOr<bool> more = in.Next(request);
            if (!more.ok()) return more.status();
            if (!*more) return response;
            response.set_size_bytes(response.size_bytes() + request.data().size());
          }
        });
  }

 private:
  Calls calls_;
};

class ServerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto runner = ServerRunner::Start(
        {.listen = "127.0.0.1:0", .metrics_listen = "127.0.0.1:0", .grace = absl::Seconds(5)},
        host_,
        {{job::v1::JobService::service_full_name(), &jobs_},
         {artifact::v1::ArtifactService::service_full_name(), &artifacts_}});
    ASSERT_THAT(runner, IsOk());
    runner_ = *std::move(runner);
    channel_ = Connect(runner_->address());
    stub_ = job::v1::JobService::NewStub(channel_);
  }

  absl::Status Get(const std::string& name) {
    grpc::ClientContext context;
    job::v1::GetJobRequest request;
    request.set_name(name);
    job::v1::Job job;
    return FromGrpc(stub_->GetJob(&context, request, &job));
  }

  Host host_;
  FakeJobs jobs_{host_};
  FakeArtifacts artifacts_{host_};
  std::unique_ptr<ServerRunner> runner_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<job::v1::JobService::Stub> stub_;
};

TEST_F(ServerTest, AnswersAndCarriesFactsOfErrors) {
  EXPECT_THAT(Get("jobs/a-1"), IsOk());
  const absl::Status status = Get("jobs/a-2");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("no job jobs/a-2")));
  EXPECT_EQ(FactsOf(status)->reason, "JOB_NOT_FOUND");
}

TEST_F(ServerTest, EveryAnswerSaysTheVersion) {
  const auto version = [](const grpc::ClientContext& context) {
    const auto& metadata = context.GetServerInitialMetadata();
    const auto it = metadata.find(kVersionMetadata);
    return it == metadata.end() ? "" : std::string(it->second.data(), it->second.size());
  };
  for (const char* name : {"jobs/a-1", "jobs/a-2", "throw"}) {
    grpc::ClientContext context;
    job::v1::GetJobRequest request;
    request.set_name(name);
    job::v1::Job job;
    stub_->GetJob(&context, request, &job);
    EXPECT_EQ(version(context), kVersion) << name;
  }
  grpc::ClientContext context;
  auto reader = stub_->WatchJob(&context, {});
  reader->WaitForInitialMetadata();
  context.TryCancel();
  reader->Finish();
  EXPECT_EQ(version(context), kVersion);
}

TEST_F(ServerTest, ExceptionsBecomeInternalAndTheServerLives) {
  EXPECT_THAT(Get("throw"), StatusIs(absl::StatusCode::kInternal, HasSubstr("boom")));
  EXPECT_THAT(Get("throw int"), StatusIs(absl::StatusCode::kInternal));
  EXPECT_THAT(Get("jobs/a-1"), IsOk());
}

TEST_F(ServerTest, MethodsThatAreNotThereAreUnimplemented) {
  grpc::ClientContext context;
  job::v1::Job job;
  EXPECT_THAT(FromGrpc(stub_->CancelJob(&context, {}, &job)),
              StatusIs(absl::StatusCode::kUnimplemented));
}

TEST_F(ServerTest, LongErrorsStillReachTheClient) {
  EXPECT_THAT(Get(std::string(50'000, 'x')),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("xxx")));
}

TEST_F(ServerTest, EveryMethodHasSeriesBeforeItsFirstCall) {
  EXPECT_THAT(host_.metrics().Render(),
              HasSubstr("widthlab_rpc_started_total{method=\"CancelJob\",service=\"widthlab.job.v1."
                        "JobService\"} 0"));
  EXPECT_THAT(Get("jobs/a-2"), Not(IsOk()));
  EXPECT_THAT(host_.metrics().Render(),
              HasSubstr("widthlab_rpc_handled_total{code=\"NOT_FOUND\",method=\"GetJob\",service="
                        "\"widthlab.job.v1.JobService\"} 1"));
}

TEST_F(ServerTest, ClientStreamsAreReadToTheEnd) {
  auto stub = artifact::v1::ArtifactService::NewStub(channel_);
  grpc::ClientContext context;
  artifact::v1::WriteBlobResponse response;
  auto writer = stub->WriteBlob(&context, &response);
  artifact::v1::WriteBlobRequest request;
  request.set_data(std::string(512 * 1024, 'x'));
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(writer->Write(request));
  writer->WritesDone();
  EXPECT_THAT(FromGrpc(writer->Finish()), IsOk());
  EXPECT_EQ(response.size_bytes(), 4 * 512 * 1024);
}

TEST_F(ServerTest, ADeadlineEndsAWatch) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(100));
  auto reader = stub_->WatchJob(&context, {});
  job::v1::Job job;
  while (reader->Read(&job)) {
  }
  EXPECT_THAT(FromGrpc(reader->Finish()), StatusIs(absl::StatusCode::kDeadlineExceeded));
}

TEST_F(ServerTest, DrainingEndsWatchesAndTellsHealth) {
  grpc::ClientContext context;
  auto reader = stub_->WatchJob(&context, {});
  job::v1::Job job;
  ASSERT_TRUE(reader->Read(&job));
  std::thread drain([this] { runner_->Drain(); });
  EXPECT_FALSE(reader->Read(&job));
  const absl::Status status = FromGrpc(reader->Finish());
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_EQ(FactsOf(status)->reason, "SERVER_DRAINING");
  drain.join();
  EXPECT_THAT(Get("jobs/a-1"), StatusIs(absl::StatusCode::kUnavailable));
}

TEST_F(ServerTest, HealthHasAnEntryForEachService) {
  auto health = grpc::health::v1::Health::NewStub(channel_);
  const auto check = [&](const std::string& service, grpc::health::v1::HealthCheckResponse& out) {
    grpc::ClientContext context;
    grpc::health::v1::HealthCheckRequest request;
    request.set_service(service);
    return FromGrpc(health->Check(&context, request, &out));
  };
  grpc::health::v1::HealthCheckResponse response;
  for (const char* service :
       {"", "widthlab.job.v1.JobService", "widthlab.artifact.v1.ArtifactService"}) {
    EXPECT_THAT(check(service, response), IsOk());
    EXPECT_EQ(response.status(), grpc::health::v1::HealthCheckResponse::SERVING);
  }
  EXPECT_THAT(check("nobody", response), StatusIs(absl::StatusCode::kNotFound));
  host_.StartDraining();
  EXPECT_THAT(check("", response), IsOk());
  EXPECT_EQ(response.status(), grpc::health::v1::HealthCheckResponse::NOT_SERVING);
}

// Without a socket, messages pass from thread to thread inside gRPC, which is not instrumented:
// ThreadSanitizer takes that for a race.
#if defined(__SANITIZE_THREAD__)
#define SKIP_INSIDE_CHANNELS() GTEST_SKIP() << "ThreadSanitizer cannot follow channels inside"
#else
#define SKIP_INSIDE_CHANNELS() static_cast<void>(0)
#endif

TEST_F(ServerTest, ChannelsInsideTheProcessNeedNoSocket) {
  SKIP_INSIDE_CHANNELS();
  stub_ = job::v1::JobService::NewStub(runner_->InProcessChannel());
  EXPECT_THAT(Get("jobs/a-1"), IsOk());
  EXPECT_THAT(Get("jobs/a-2"), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(ServerTest, APortInUseIsAnErrorThatSaysSo) {
  Host host;
  const auto second = ServerRunner::Start({.listen = runner_->address()}, host, {});
  EXPECT_THAT(second, StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("in use")));
  EXPECT_THAT(second, FailsOnField("listen"));
}

TEST(ServerRunnerTest, OneServiceCanBeServedInsideAndOutsideAtOnce) {
  SKIP_INSIDE_CHANNELS();
  Host host;
  FakeJobs jobs(host);
  const std::vector<NamedService> services = {{job::v1::JobService::service_full_name(), &jobs}};
  const auto inside = ServerRunner::Start({.listen = ""}, host, services);
  const auto outside = ServerRunner::Start({.listen = "127.0.0.1:0"}, host, services);
  ASSERT_THAT(inside, IsOk());
  ASSERT_THAT(outside, IsOk());
  for (const auto& channel : {(*inside)->InProcessChannel(), Connect((*outside)->address())}) {
    grpc::ClientContext context;
    job::v1::GetJobRequest request;
    request.set_name("jobs/a-1");
    job::v1::Job job;
    EXPECT_THAT(FromGrpc(job::v1::JobService::NewStub(channel)->GetJob(&context, request, &job)),
                IsOk());
  }
}

TEST(ServerRunnerTest, AddressesThatCannotBeReadAreErrors) {
  Host host;
  for (const char* address : {"7070", "localhost", "localhost:x", "localhost:70000", ":1"}) {
    EXPECT_THAT(ServerRunner::Start({.listen = address}, host, {}),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("HOST:PORT")))
        << address;
  }
  EXPECT_THAT(ServerRunner::Start({.listen = "192.0.2.1:0"}, host, {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("not this machine's")));
}

}  // namespace
}  // namespace widthlab::rpc
