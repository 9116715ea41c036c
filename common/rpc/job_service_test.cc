// JobService over two areas: one of this process, one behind another server.
#include "common/rpc/job_service.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "common/job/in_memory_job_store.h"
#include "common/job/job_executor.h"
#include "common/rpc/channel.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/local_jobs.h"
#include "common/rpc/remote_jobs.h"
#include "common/rpc/server_runner.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::rpc {
namespace {

using job::v1::Job;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A server that has the jobs of one area; they wait until they are cancelled.
class AreaServer {
 public:
  explicit AreaServer(const std::string& area)
      : executor_(store_, {.area = area}, host_.metrics()) {
    executor_.Register(
        area + ".Wait",
        [](const auto&, job::JobContext& context) -> absl::StatusOr<google::protobuf::Any> {
          for (;;) {
            RETURN_IF_ERROR(context.cancel().Check());
            absl::SleepFor(absl::Milliseconds(1));
          }
        });
    EXPECT_THAT(executor_.Start(), IsOk());
    auto runner = ServerRunner::Start({.listen = "127.0.0.1:0"}, host_,
                                      {{job::v1::JobService::service_full_name(), &service_}});
    EXPECT_THAT(runner, IsOk());
    runner_ = *std::move(runner);
  }

  std::string Submit() {
    const auto job = executor_.Submit({.kind = executor_.area() + ".Wait"});
    EXPECT_THAT(job, IsOk());
    return job->name();
  }

  job::JobExecutor& executor() { return executor_; }
  std::shared_ptr<grpc::Channel> channel() { return Connect(runner_->address()); }

 private:
  Host host_;
  job::InMemoryJobStore store_;
  job::JobExecutor executor_;
  LocalJobs jobs_{executor_};
  JobServiceImpl service_{{{executor_.area(), &jobs_}}, host_};
  std::unique_ptr<ServerRunner> runner_;
};

class JobServiceTest : public testing::Test {
 protected:
  void SetUp() override {
    auto runner = ServerRunner::Start({.listen = "127.0.0.1:0"}, host_,
                                      {{job::v1::JobService::service_full_name(), &service_}});
    ASSERT_THAT(runner, IsOk());
    runner_ = *std::move(runner);
    stub_ = job::v1::JobService::NewStub(Connect(runner_->address()));
  }

  absl::StatusOr<job::v1::ListJobsResponse> List(const job::v1::ListJobsRequest& request) {
    grpc::ClientContext context;
    job::v1::ListJobsResponse response;
    RETURN_IF_ERROR(FromGrpc(stub_->ListJobs(&context, request, &response)));
    return response;
  }

  absl::StatusOr<Job> Get(const std::string& name) {
    grpc::ClientContext context;
    job::v1::GetJobRequest request;
    request.set_name(name);
    Job job;
    RETURN_IF_ERROR(FromGrpc(stub_->GetJob(&context, request, &job)));
    return job;
  }

  absl::StatusOr<Job> Cancel(const std::string& name) {
    grpc::ClientContext context;
    job::v1::CancelJobRequest request;
    request.set_name(name);
    Job job;
    RETURN_IF_ERROR(FromGrpc(stub_->CancelJob(&context, request, &job)));
    return job;
  }

  AreaServer training_{"training"};
  AreaServer geometry_{"geometry"};
  Host host_;
  LocalJobs local_{training_.executor()};
  RemoteJobs remote_{geometry_.channel()};
  JobServiceImpl service_{{{"training", &local_}, {"geometry", &remote_}}, host_};
  std::unique_ptr<ServerRunner> runner_;
  std::unique_ptr<job::v1::JobService::Stub> stub_;
};

TEST_F(JobServiceTest, NamesRouteToTheirArea) {
  for (AreaServer* area : {&training_, &geometry_}) {
    const std::string name = area->Submit();
    const auto job = Get(name);
    ASSERT_THAT(job, IsOk());
    EXPECT_EQ(job->name(), name);
    ASSERT_THAT(Cancel(name), IsOk());
    while (Get(name)->state() != job::v1::JOB_STATE_CANCELLED)
      absl::SleepFor(absl::Milliseconds(1));
  }
}

TEST_F(JobServiceTest, UnknownJobsAndAreasAreNotFoundOtherNamesInvalid) {
  EXPECT_THAT(Get("jobs/training-0000000000000000"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(Get("jobs/geometry-0000000000000000"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(Get("jobs/nowhere-0000000000000000"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(Get("training"), FailsOnField("name"));
}

TEST_F(JobServiceTest, AListOverAreasIsOneListNewestFirst) {
  std::vector<std::string> names;
  for (int i = 0; i < 6; ++i) {
    names.insert(names.begin(), (i % 2 == 0 ? training_ : geometry_).Submit());
  }
  std::vector<std::string> listed;
  job::v1::ListJobsRequest request;
  request.set_page_size(4);
  for (int page = 0; page < 2; ++page) {
    const auto response = List(request);
    ASSERT_THAT(response, IsOk());
    for (const Job& job : response->jobs()) listed.push_back(job.name());
    request.set_page_token(response->next_page_token());
  }
  EXPECT_EQ(listed, names);
  EXPECT_THAT(request.page_token(), IsEmpty());
}

TEST_F(JobServiceTest, FiltersReachEveryArea) {
  training_.Submit();
  const std::string name = geometry_.Submit();
  job::v1::ListJobsRequest request;
  request.set_filter("kind = \"geometry.Wait\"");
  const auto response = List(request);
  ASSERT_THAT(response, IsOk());
  ASSERT_THAT(response->jobs(), SizeIs(1));
  EXPECT_EQ(response->jobs(0).name(), name);
}

TEST_F(JobServiceTest, BadPagesAndFiltersNameTheirField) {
  job::v1::ListJobsRequest request;
  request.set_page_size(1001);
  EXPECT_THAT(List(request), FailsOnField("page_size"));
  request.set_page_size(-1);
  EXPECT_THAT(List(request), FailsOnField("page_size"));
  request.set_page_size(0);
  request.set_page_token("nonsense");
  EXPECT_THAT(List(request), FailsOnField("page_token"));
  request.clear_page_token();
  request.set_filter("colour = RED");
  EXPECT_THAT(List(request), FailsOnField("filter"));
}

TEST_F(JobServiceTest, AWatchFollowsAJobOfAnotherServerToItsEnd) {
  const std::string name = geometry_.Submit();
  grpc::ClientContext context;
  job::v1::WatchJobRequest request;
  request.set_name(name);
  const auto reader = stub_->WatchJob(&context, request);
  Job job;
  ASSERT_TRUE(reader->Read(&job));
  EXPECT_EQ(job.name(), name);
  ASSERT_THAT(Cancel(name), IsOk());
  while (reader->Read(&job)) {
  }
  EXPECT_THAT(FromGrpc(reader->Finish()), IsOk());
  EXPECT_EQ(job.state(), job::v1::JOB_STATE_CANCELLED);
}

TEST_F(JobServiceTest, AWatcherThatGoesIsNoticedThroughBothServers) {
  grpc::ClientContext context;
  job::v1::WatchJobRequest request;
  request.set_name(geometry_.Submit());
  const auto reader = stub_->WatchJob(&context, request);
  Job job;
  ASSERT_TRUE(reader->Read(&job));
  context.TryCancel();
  EXPECT_THAT(FromGrpc(reader->Finish()), StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::rpc
