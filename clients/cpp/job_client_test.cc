#include "clients/cpp/job_client.h"

#include <string>
#include <vector>

#include "clients/cpp/testing/in_process_server.h"
#include "clients/cpp/watch.h"
#include "common/rpc/grpc_status.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"

namespace widthlab::client {
namespace {

using job::v1::Job;
using testing::ElementsAre;
using testing::HasSubstr;

Job JobIn(job::v1::JobState state) {
  Job job;
  job.set_name("jobs/training-1");
  job.set_state(state);
  return job;
}

// Answers one list of states for each watch, then breaks the stream.
class FakeJobs : public job::v1::JobService::Service {
 public:
  grpc::Status GetJob(grpc::ServerContext*, const job::v1::GetJobRequest* request,
                      Job* response) override {
    if (++gets < 3) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "starting");
    if (request->name() != "jobs/training-1") {
      return rpc::ToGrpc(NotFound("JOB_NOT_FOUND", "name", "no job " + request->name()));
    }
    *response = JobIn(job::v1::JOB_STATE_RUNNING);
    return grpc::Status::OK;
  }

  grpc::Status WatchJob(grpc::ServerContext*, const job::v1::WatchJobRequest*,
                        grpc::ServerWriter<Job>* writer) override {
    if (watches.empty()) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
    const std::vector<job::v1::JobState> states = watches.front();
    watches.erase(watches.begin());
    for (const job::v1::JobState state : states) writer->Write(JobIn(state));
    return end;
  }

  int gets = 0;
  std::vector<std::vector<job::v1::JobState>> watches;
  grpc::Status end = grpc::Status(grpc::StatusCode::UNAVAILABLE, "draining");
};

class JobClientTest : public testing::Test {
 protected:
  absl::StatusOr<Job> Wait() {
    return client_.Wait("jobs/training-1",
                        [this](const Job& job) { shown_.push_back(job.state()); });
  }

  FakeJobs fake_;
  InProcessServer server_{{&fake_}};
  JobClient client_{server_.connection()};
  std::vector<job::v1::JobState> shown_;
};

TEST_F(JobClientTest, TriesAgainWhileTheServerStarts) {
  EXPECT_EQ(client_.Get("jobs/training-1")->state(), job::v1::JOB_STATE_RUNNING);
  EXPECT_EQ(fake_.gets, 3);
}

TEST_F(JobClientTest, KeepsReasonFieldAndMessageOfAnError) {
  fake_.gets = 3;
  const absl::Status status = client_.Get("jobs/training-2").status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("no job jobs/training-2")));
  EXPECT_EQ(FactsOf(status)->reason, "JOB_NOT_FOUND");
  EXPECT_THAT(status, FailsOnField("name"));
}

TEST_F(JobClientTest, WatchesToTheEndThroughLostConnections) {
  fake_.watches = {{job::v1::JOB_STATE_QUEUED},
                   {job::v1::JOB_STATE_RUNNING},
                   {job::v1::JOB_STATE_RUNNING, job::v1::JOB_STATE_SUCCEEDED}};
  EXPECT_EQ(Wait()->state(), job::v1::JOB_STATE_SUCCEEDED);
  EXPECT_THAT(shown_, ElementsAre(job::v1::JOB_STATE_QUEUED, job::v1::JOB_STATE_RUNNING,
                                  job::v1::JOB_STATE_RUNNING, job::v1::JOB_STATE_SUCCEEDED));
}

TEST_F(JobClientTest, OpensAWatchAgainThatEndedBeforeTheJob) {
  fake_.end = grpc::Status::OK;
  fake_.watches = {{job::v1::JOB_STATE_RUNNING}, {job::v1::JOB_STATE_CANCELLED}};
  EXPECT_EQ(Wait()->state(), job::v1::JOB_STATE_CANCELLED);
}

TEST_F(JobClientTest, GivesUpWhereTheServerStaysAway) {
  fake_.watches = {{job::v1::JOB_STATE_RUNNING}};
  EXPECT_THAT(Wait(), StatusIs(absl::StatusCode::kUnavailable));
}

TEST_F(JobClientTest, ReturnsAnErrorOfTheWatchAtOnce) {
  fake_.watches = {{}, {job::v1::JOB_STATE_SUCCEEDED}};
  fake_.end = rpc::ToGrpc(NotFound("JOB_NOT_FOUND", "name", "no such job"));
  EXPECT_THAT(Wait(), StatusIs(absl::StatusCode::kNotFound));
}

TEST(ErrorOfJob, HasTheCodeAndFactsOfTheFailure) {
  Job job = JobIn(job::v1::JOB_STATE_FAILED);
  job.mutable_error()->set_code(3);
  job.mutable_error()->set_message("train.steps is 0");
  google::rpc::ErrorInfo info;
  info.set_reason("INVALID_FIELD");
  (*info.mutable_metadata())["field"] = "train.steps";
  job.mutable_error()->add_details()->PackFrom(info);
  EXPECT_THAT(ErrorOf(job), StatusIs(absl::StatusCode::kInvalidArgument, "train.steps is 0"));
  EXPECT_THAT(ErrorOf(job), FailsOnField("train.steps"));
}

TEST(ErrorOfJob, IsCancelledForAJobThatWasAndOkForOneThatSucceeded) {
  EXPECT_THAT(ErrorOf(JobIn(job::v1::JOB_STATE_CANCELLED)), StatusIs(absl::StatusCode::kCancelled));
  EXPECT_THAT(ErrorOf(JobIn(job::v1::JOB_STATE_SUCCEEDED)), IsOk());
}

}  // namespace
}  // namespace widthlab::client
