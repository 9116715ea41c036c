#include "common/job/job_executor.h"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "common/job/in_memory_job_store.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "common/status/status_proto.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::job {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::Status KeepGoing() { return absl::OkStatus(); }

// A job that does what a word says; the word travels as the `artifact` of a StepResult.
JobRequest Ask(const std::string& word, const std::string& request_id = "") {
  v1::StepResult payload;
  payload.set_artifact(word);
  JobRequest request{.kind = "test.Do", .request_id = request_id, .content = word};
  request.payload.PackFrom(payload);
  return request;
}

class JobExecutorTest : public testing::Test {
 protected:
  void TearDown() override {
    release_ = true;
    executor_.reset();
  }

  // A server over the store, as after a start.
  void StartServer(JobExecutorOptions options = {}) {
    options.area = "test";
    executor_ = std::make_unique<JobExecutor>(store_, options, metrics_);
    executor_->Register("test.Do", [this](const auto& payload, JobContext& context) {
      return Do(payload, context);
    });
    ASSERT_THAT(executor_->Start(), IsOk());
  }

  absl::StatusOr<google::protobuf::Any> Do(const google::protobuf::Any& payload,
                                           JobContext& context) {
    v1::StepResult word;
    payload.UnpackTo(&word);
    ++started_;
    if (word.artifact() == "fail") return InvalidField("radius", "2", "below 1");
    if (word.artifact() == "throw") throw std::runtime_error("boom");
    if (word.artifact() == "events") {
      for (const char* event : {"a", "b", "c"}) context.progress().Publish(event);
    }
    if (word.artifact() == "wait" || word.artifact() == "events") {
      int64_t done = 0;
      while (!release_) {
        context.progress().Report({.stage = "waiting", .done = ++done, .unit = "naps"});
        RETURN_IF_ERROR(context.cancel().Check());
        absl::SleepFor(absl::Milliseconds(1));
      }
    }
    context.UpdateMetadata(word);
    google::protobuf::Any result;
    result.PackFrom(word);
    return result;
  }

  std::string Submit(const JobRequest& request) {
    const auto job = executor_->Submit(request);
    EXPECT_THAT(job, IsOk());
    return job.ok() ? job->name() : "";
  }

  v1::Job WaitForEnd(const std::string& name) {
    v1::Job last;
    EXPECT_THAT(executor_->Watch(
                    name,
                    [&](const v1::Job& job) {
                      last = job;
                      return absl::OkStatus();
                    },
                    KeepGoing),
                IsOk());
    return last;
  }

  void WaitForState(const std::string& name, v1::JobState state) {
    while (executor_->Get(name)->state() != state) absl::SleepFor(absl::Milliseconds(1));
  }

  InMemoryJobStore store_;
  metrics::Metrics metrics_;
  std::atomic<bool> release_{false};
  std::atomic<int> started_{0};
  std::unique_ptr<JobExecutor> executor_;
};

TEST_F(JobExecutorTest, RunsAJobToItsResult) {
  StartServer();
  const std::string name = Submit(Ask("go"));
  EXPECT_EQ(name.rfind("jobs/test-", 0), 0u);
  const v1::Job job = WaitForEnd(name);
  EXPECT_EQ(job.state(), v1::JOB_STATE_SUCCEEDED);
  v1::StepResult result;
  ASSERT_TRUE(job.result().UnpackTo(&result));
  EXPECT_EQ(result.artifact(), "go");
  EXPECT_TRUE(job.metadata().Is<v1::StepResult>());
  EXPECT_EQ(job.attempt(), 1);
  EXPECT_TRUE(job.has_start_time() && job.has_end_time());
  EXPECT_EQ(store_.Get(name)->job.SerializeAsString(), job.SerializeAsString());
}

TEST_F(JobExecutorTest, AFailureKeepsCodeAndFacts) {
  StartServer();
  const v1::Job job = WaitForEnd(Submit(Ask("fail")));
  EXPECT_EQ(job.state(), v1::JOB_STATE_FAILED);
  EXPECT_THAT(StatusFromProto(job.error()), FailsOnField("radius"));
}

TEST_F(JobExecutorTest, AnExceptionFailsTheJobAndNotTheServer) {
  StartServer();
  const v1::Job job = WaitForEnd(Submit(Ask("throw")));
  EXPECT_THAT(StatusFromProto(job.error()),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("boom")));
  EXPECT_EQ(WaitForEnd(Submit(Ask("go"))).state(), v1::JOB_STATE_SUCCEEDED);
}

TEST_F(JobExecutorTest, ARepeatedRequestGetsTheSameJobUntilItFails) {
  StartServer();
  const std::string name = Submit(Ask("go", "id"));
  WaitForEnd(name);
  EXPECT_EQ(Submit(Ask("go", "id")), name);
  EXPECT_THAT(executor_->Submit(Ask("other", "id")), StatusIs(absl::StatusCode::kAlreadyExists));
  const std::string failed = Submit(Ask("fail", "id2"));
  WaitForEnd(failed);
  EXPECT_NE(Submit(Ask("fail", "id2")), failed);
}

TEST_F(JobExecutorTest, OnlySoManyJobsRunAtATime) {
  StartServer({.max_running = 2});
  for (int i = 0; i < 4; ++i) Submit(Ask("wait"));
  while (started_ < 2) absl::SleepFor(absl::Milliseconds(1));
  absl::SleepFor(absl::Milliseconds(20));
  EXPECT_EQ(started_, 2);
  EXPECT_THAT(metrics_.Render(), HasSubstr("widthlab_jobs_running{area=\"test\"} 2"));
  EXPECT_THAT(metrics_.Render(), HasSubstr("widthlab_jobs_queued{area=\"test\"} 2"));
}

TEST_F(JobExecutorTest, AFullQueueRefusesNewJobsButAnswersRepeatedOnes) {
  StartServer({.max_running = 1, .max_queued = 1});
  WaitForState(Submit(Ask("wait")), v1::JOB_STATE_RUNNING);
  const std::string queued = Submit(Ask("go", "id"));
  const auto refused = executor_->Submit(Ask("go"));
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_EQ(FactsOf(refused.status())->reason, "QUEUE_FULL");
  EXPECT_EQ(Submit(Ask("go", "id")), queued);
}

TEST_F(JobExecutorTest, ARunningJobIsCancelledWithinASecond) {
  StartServer();
  const std::string name = Submit(Ask("wait"));
  WaitForState(name, v1::JOB_STATE_RUNNING);
  const absl::Time asked = absl::Now();
  ASSERT_THAT(executor_->Cancel(name), IsOk());
  const v1::Job job = WaitForEnd(name);
  EXPECT_EQ(job.state(), v1::JOB_STATE_CANCELLED);
  EXPECT_THAT(StatusFromProto(job.error()), StatusIs(absl::StatusCode::kCancelled));
  EXPECT_LT(absl::Now() - asked, absl::Seconds(1));
}

TEST_F(JobExecutorTest, AQueuedJobIsCancelledBeforeItStarts) {
  StartServer();
  WaitForState(Submit(Ask("wait")), v1::JOB_STATE_RUNNING);
  const std::string queued = Submit(Ask("go"));
  const auto cancelled = executor_->Cancel(queued);
  ASSERT_THAT(cancelled, IsOk());
  EXPECT_EQ(cancelled->state(), v1::JOB_STATE_CANCELLED);
  release_ = true;
  WaitForEnd(Submit(Ask("go")));
  EXPECT_EQ(started_, 2);
  EXPECT_EQ(executor_->Get(queued)->attempt(), 0);
}

TEST_F(JobExecutorTest, CancellingAFinalJobReturnsItAsItIs) {
  StartServer();
  const std::string name = Submit(Ask("go"));
  WaitForEnd(name);
  EXPECT_EQ(executor_->Cancel(name)->state(), v1::JOB_STATE_SUCCEEDED);
  EXPECT_THAT(executor_->Cancel("jobs/test-0000000000000000"),
              StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(JobExecutorTest, AWatchShowsTenUpdatesASecondAndTheLastState) {
  StartServer();
  const std::string name = Submit(Ask("wait"));
  std::thread release([this] {
    absl::SleepFor(absl::Milliseconds(350));
    release_ = true;
  });
  int updates = 0;
  v1::Job last;
  EXPECT_THAT(executor_->Watch(
                  name,
                  [&](const v1::Job& job) {
                    ++updates;
                    last = job;
                    return absl::OkStatus();
                  },
                  KeepGoing),
              IsOk());
  release.join();
  EXPECT_EQ(last.state(), v1::JOB_STATE_SUCCEEDED);
  EXPECT_GT(last.progress().done(), updates);
  EXPECT_GE(updates, 2);
  EXPECT_LE(updates, 10);
}

TEST_F(JobExecutorTest, AWatchEndsWhenItsClientGoes) {
  StartServer();
  const std::string name = Submit(Ask("wait"));
  EXPECT_THAT(executor_->Watch(
                  name, [](const v1::Job&) { return absl::OkStatus(); },
                  [] { return absl::CancelledError("gone"); }),
              StatusIs(absl::StatusCode::kCancelled));
  EXPECT_THAT(
      executor_->Watch(
          "jobs/test-0000000000000000", [](const v1::Job&) { return absl::OkStatus(); }, KeepGoing),
      StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(JobExecutorTest, EventsAreReplayedFromTheFirstDuringAndAfterTheJob) {
  StartServer();
  const std::string name = Submit(Ask("events"));
  const auto read = [&] {
    std::vector<std::string> events;
    EXPECT_THAT(executor_->WatchEvents(
                    name,
                    [&](const std::string& event) {
                      events.push_back(event);
                      release_ = true;
                      return absl::OkStatus();
                    },
                    KeepGoing),
                IsOk());
    return events;
  };
  EXPECT_THAT(read(), ElementsAre("a", "b", "c"));
  WaitForEnd(name);
  EXPECT_THAT(read(), ElementsAre("a", "b", "c"));
}

TEST_F(JobExecutorTest, JobsThatACrashInterruptedRunAgain) {
  // As the store looks after a kill: one job running, one queued.
  for (const v1::JobState state : {v1::JOB_STATE_RUNNING, v1::JOB_STATE_QUEUED}) {
    JobRecord record{.payload = Ask("go").payload};
    record.job.set_name(state == v1::JOB_STATE_RUNNING ? "jobs/test-0000000000000001"
                                                       : "jobs/test-0000000000000002");
    record.job.set_kind("test.Do");
    record.job.set_state(state);
    record.job.set_attempt(state == v1::JOB_STATE_RUNNING ? 1 : 0);
    ASSERT_THAT(store_.Insert(record), IsOk());
  }
  ASSERT_THAT(store_.AppendEvents("jobs/test-0000000000000001", 0, {"old"}), IsOk());
  StartServer();
  const v1::Job resumed = WaitForEnd("jobs/test-0000000000000001");
  EXPECT_EQ(resumed.state(), v1::JOB_STATE_SUCCEEDED);
  EXPECT_EQ(resumed.attempt(), 2);
  EXPECT_EQ(store_.ReadEvents(resumed.name(), 0, 10)->size(), 0u);
  EXPECT_EQ(WaitForEnd("jobs/test-0000000000000002").attempt(), 1);
}

TEST_F(JobExecutorTest, AJobThatWasBeingCancelledStaysCancelledAfterACrash) {
  JobRecord record{.payload = Ask("go").payload};
  record.job.set_name("jobs/test-0000000000000001");
  record.job.set_kind("test.Do");
  record.job.set_state(v1::JOB_STATE_CANCELLING);
  ASSERT_THAT(store_.Insert(record), IsOk());
  StartServer();
  EXPECT_EQ(WaitForEnd(record.job.name()).state(), v1::JOB_STATE_CANCELLED);
  EXPECT_EQ(started_, 0);
}

TEST_F(JobExecutorTest, AJobThatKeepsKillingTheServerIsGivenUp) {
  JobRecord record{.payload = Ask("go").payload};
  record.job.set_name("jobs/test-0000000000000001");
  record.job.set_kind("test.Do");
  record.job.set_state(v1::JOB_STATE_RUNNING);
  record.job.set_attempt(3);
  ASSERT_THAT(store_.Insert(record), IsOk());
  StartServer({.max_attempts = 3});
  const v1::Job job = WaitForEnd(record.job.name());
  EXPECT_EQ(job.state(), v1::JOB_STATE_FAILED);
  EXPECT_THAT(job.error().message(), HasSubstr("3 times"));
}

TEST_F(JobExecutorTest, AStopInterruptsJobsThatTheNextStartGoesOnWith) {
  StartServer();
  const std::string name = Submit(Ask("wait"));
  WaitForState(name, v1::JOB_STATE_RUNNING);
  EXPECT_TRUE(executor_->Stop(absl::Seconds(5)));
  EXPECT_THAT(executor_->Submit(Ask("go")), StatusIs(absl::StatusCode::kUnavailable));
  executor_.reset();
  EXPECT_EQ(store_.Get(name)->job.state(), v1::JOB_STATE_QUEUED);
  release_ = true;
  StartServer();
  EXPECT_EQ(WaitForEnd(name).attempt(), 2);
}

TEST_F(JobExecutorTest, ListsShowJobsAsTheyAreNow) {
  StartServer();
  const std::string name = Submit(Ask("wait"));
  WaitForState(name, v1::JOB_STATE_RUNNING);
  while (executor_->Get(name)->progress().done() == 0) absl::SleepFor(absl::Milliseconds(1));
  const auto jobs = executor_->List({});
  ASSERT_THAT(jobs, IsOk());
  ASSERT_EQ(jobs->size(), 1u);
  EXPECT_GT(jobs->front().progress().done(), 0);
}

TEST_F(JobExecutorTest, ManyThreadsSubmitCancelAndWatch) {
  StartServer({.max_running = 4});
  release_ = true;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < 10; ++i) {
        const std::string name = Submit(Ask(i % 2 == 0 ? "wait" : "events"));
        if ((i + t) % 3 == 0) {
          EXPECT_THAT(executor_->Cancel(name), IsOk());
        }
        EXPECT_THAT(executor_->List({}), IsOk());
        EXPECT_TRUE(IsFinal(WaitForEnd(name).state()));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(store_.Unfinished(), IsOkAndHolds(testing::IsEmpty()));
}

}  // namespace
}  // namespace widthlab::job
