#include "clients/cpp/stages/job_stage.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "clients/cpp/stages/submit.h"
#include "clients/cpp/testing/in_process_server.h"
#include "common/rpc/grpc_status.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "common/status/status_proto.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/training/v1/training_service.grpc.pb.h"

namespace widthlab::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Lt;

job::v1::Job MakeJob(job::v1::JobState state) {
  job::v1::Job job;
  job.set_name("jobs/training-1");
  job.set_state(state);
  if (state == job::v1::JOB_STATE_SUCCEEDED) {
    job::v1::StepResult result;
    result.set_artifact("made");
    job.mutable_result()->PackFrom(result);
  }
  return job;
}

class FakeTraining : public training::v1::TrainingService::Service {
 public:
  grpc::Status Train(grpc::ServerContext*, const training::v1::TrainRequest* request,
                     job::v1::Job* response) override {
    requests.push_back(*request);
    if (away-- > 0) return rpc::ToGrpc(absl::UnavailableError("starting"));
    if (!refuse.ok()) return rpc::ToGrpc(refuse);
    *response = MakeJob(job::v1::JOB_STATE_QUEUED);
    if (request->validate_only()) {
      job::v1::StepMetadata metadata;
      metadata.set_cached_artifact("there");
      response->mutable_metadata()->PackFrom(metadata);
    }
    return grpc::Status::OK;
  }

  std::vector<training::v1::TrainRequest> requests;
  int away = 0;
  absl::Status refuse;
};

// Each watch gives the next list of jobs; after the last it waits for the end of the call.
class FakeJobs : public job::v1::JobService::Service {
 public:
  grpc::Status WatchJob(grpc::ServerContext* context, const job::v1::WatchJobRequest*,
                        grpc::ServerWriter<job::v1::Job>* writer) override {
    const size_t watch = watches_++;
    if (watch < forgotten) return rpc::ToGrpc(NotFound("JOB_NOT_FOUND", "name", "no such job"));
    const size_t script = watch - forgotten;
    if (script < scripts.size()) {
      for (const job::v1::Job& job : scripts[script]) writer->Write(job);
      return grpc::Status::OK;
    }
    while (!context->IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return grpc::Status::CANCELLED;
  }

  grpc::Status CancelJob(grpc::ServerContext*, const job::v1::CancelJobRequest*,
                         job::v1::Job* response) override {
    ++cancels;
    *response = MakeJob(job::v1::JOB_STATE_CANCELLING);
    return grpc::Status::OK;
  }

  std::vector<std::vector<job::v1::Job>> scripts;
  size_t forgotten = 0;
  std::atomic<int> cancels{0};

 private:
  size_t watches_ = 0;
};

class JobStageTest : public testing::Test {
 protected:
  absl::StatusOr<job::v1::StepResult> Run(std::function<bool()> leave_running = {}) {
    InProcessServer server({&training_, &jobs_});
    JobStage stage(server.connection(), SubmitTraining(server.connection()),
                   {.total = absl::Milliseconds(200), .shortest = absl::Milliseconds(1)});
    pipeline::v1::PipelineStep step;
    step.set_id("train");
    step.mutable_train()->set_steps(9);
    return stage.Run({.step = step,
                      .request_id = "run-7/train",
                      .cancel = cancel_,
                      .leave_running = std::move(leave_running),
                      .on_update = [this](const job::v1::Job& job) { updates_.push_back(job); }});
  }

  FakeTraining training_;
  FakeJobs jobs_;
  job::CancelToken cancel_;
  std::vector<job::v1::Job> updates_;
};

TEST_F(JobStageTest, SubmitsWatchesAndReturnsTheResult) {
  jobs_.scripts = {{MakeJob(job::v1::JOB_STATE_RUNNING), MakeJob(job::v1::JOB_STATE_SUCCEEDED)}};
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->artifact(), "made");
  ASSERT_EQ(training_.requests.size(), 1u);
  EXPECT_EQ(training_.requests[0].request_id(), "run-7/train");
  EXPECT_EQ(training_.requests[0].spec().steps(), 9);
  EXPECT_EQ(updates_.size(), 3u);
}

TEST_F(JobStageTest, WatchesAgainWhenTheStreamEndsBeforeTheJob) {
  jobs_.scripts = {
      {MakeJob(job::v1::JOB_STATE_RUNNING)}, {}, {MakeJob(job::v1::JOB_STATE_SUCCEEDED)}};
  EXPECT_THAT(Run(), IsOk());
  EXPECT_EQ(training_.requests.size(), 1u);
}

TEST_F(JobStageTest, SubmitsAgainWhereTheServerHasForgottenTheJob) {
  jobs_.forgotten = 1;
  jobs_.scripts = {{MakeJob(job::v1::JOB_STATE_SUCCEEDED)}};
  EXPECT_THAT(Run(), IsOk());
  EXPECT_EQ(training_.requests.size(), 2u);
}

TEST_F(JobStageTest, WaitsForAServiceThatIsAway) {
  training_.away = 3;
  jobs_.scripts = {{MakeJob(job::v1::JOB_STATE_SUCCEEDED)}};
  EXPECT_THAT(Run(), IsOk());
  EXPECT_EQ(training_.requests.size(), 4u);
  EXPECT_THAT(updates_[0].progress().stage(), HasSubstr("waiting for the service"));
}

TEST_F(JobStageTest, GivesUpOnAServiceThatStaysAway) {
  training_.away = 1 << 30;
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kUnavailable));
}

TEST_F(JobStageTest, ReturnsWhatTheServiceRefuses) {
  training_.refuse = InvalidField("steps", "-1", "at least 1");
  EXPECT_THAT(Run(), FailsOnField("steps"));
}

TEST_F(JobStageTest, ReturnsTheErrorOfAJobThatFailed) {
  job::v1::Job failed = MakeJob(job::v1::JOB_STATE_FAILED);
  *failed.mutable_error() = StatusToProto(InvalidField("text", "x", "longer"));
  jobs_.scripts = {{failed}};
  EXPECT_THAT(Run(), FailsOnField("text"));
}

TEST_F(JobStageTest, TriesAgainWhereAJobFailedBecauseAServerWasAway) {
  job::v1::Job failed = MakeJob(job::v1::JOB_STATE_FAILED);
  *failed.mutable_error() = StatusToProto(absl::UnavailableError("no artifact service"));
  jobs_.scripts = {{failed}, {failed}, {MakeJob(job::v1::JOB_STATE_SUCCEEDED)}};
  EXPECT_THAT(Run(), IsOk());
  EXPECT_EQ(training_.requests.size(), 3u);
}

TEST_F(JobStageTest, CancelsTheJobWithinASecond) {
  std::thread canceller([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancel_.Cancel();
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kCancelled));
  canceller.join();
  EXPECT_THAT(std::chrono::steady_clock::now() - start, Lt(std::chrono::seconds(1)));
  EXPECT_EQ(jobs_.cancels, 1);
}

TEST_F(JobStageTest, LeavesTheJobAloneWhenTheRunWillGoOn) {
  std::thread canceller([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancel_.Cancel();
  });
  EXPECT_THAT(Run([] { return true; }), StatusIs(absl::StatusCode::kCancelled));
  canceller.join();
  EXPECT_EQ(jobs_.cancels, 0);
}

TEST_F(JobStageTest, DescribesWithoutMakingAJob) {
  InProcessServer server({&training_, &jobs_});
  JobStage stage(server.connection(), SubmitTraining(server.connection()));
  pipeline::v1::PipelineStep step;
  step.mutable_train();
  const auto metadata = stage.Describe(step);
  ASSERT_THAT(metadata, IsOk());
  EXPECT_EQ(metadata->cached_artifact(), "there");
  EXPECT_TRUE(training_.requests[0].validate_only());
}

}  // namespace
}  // namespace widthlab::client
