#include "services/orchestrator/core/pipeline/run_job.h"

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include "common/job/in_memory_job_store.h"
#include "common/job/job_executor.h"
#include "common/metrics/metrics.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/pipeline/fake_stage.h"
#include "services/orchestrator/core/pipeline/geometry_guided.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

Plan SmallPlan() {
  v1::GeometryGuidedTemplate request;
  request.set_text("t");
  request.add_seeds(1);
  return *PlanPipeline(*ExpandGeometryGuided(request));
}

class RunJobTest : public testing::Test {
 protected:
  // A server that keeps its jobs in `store_`.
  std::unique_ptr<job::JobExecutor> Serve(const StageMap& stages) {
    auto executor = std::make_unique<job::JobExecutor>(
        store_, job::JobExecutorOptions{.area = "pipeline"}, metrics_);
    executor->Register(kRunJobKind, RunJobHandler(stages));
    EXPECT_THAT(executor->Start(), IsOk());
    return executor;
  }

  // The job once `done` holds of it.
  job::v1::Job WaitFor(job::JobExecutor& executor, const std::string& name,
                       const std::function<bool(const job::v1::Job&)>& done) {
    for (int i = 0; i < 2000; ++i) {
      const auto job = executor.Get(name);
      if (job.ok() && done(*job)) return *job;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "the job did not come so far";
    return {};
  }

  job::v1::Job WaitForEnd(job::JobExecutor& executor, const std::string& name) {
    return WaitFor(executor, name,
                   [](const job::v1::Job& job) { return job::IsFinal(job.state()); });
  }

  static int Succeeded(const job::v1::Job& job) {
    v1::RunMetadata metadata;
    job.metadata().UnpackTo(&metadata);
    int count = 0;
    for (const auto& step : metadata.steps()) {
      count += step.state() == job::v1::JOB_STATE_SUCCEEDED;
    }
    return count;
  }

  job::InMemoryJobStore store_;
  metrics::Metrics metrics_;
  FakeStage stage_;
  const StageMap stages_ = AllKinds(stage_);
  const Plan plan_ = SmallPlan();
  const v1::RunMetadata run_ = PrepareRun("geometry_guided", plan_);
};

TEST_F(RunJobTest, EndsWithTheArtifactsOfEveryStep) {
  const auto executor = Serve(stages_);
  const auto submitted = executor->Submit(RunJobRequest(run_, "a"));
  ASSERT_THAT(submitted, IsOk());
  const job::v1::Job job = WaitForEnd(*executor, submitted->name());
  ASSERT_EQ(job.state(), job::v1::JOB_STATE_SUCCEEDED) << job.error().message();
  v1::RunResult result;
  ASSERT_TRUE(job.result().UnpackTo(&result));
  EXPECT_EQ(result.artifacts().size(), plan_.steps.size());
  EXPECT_EQ(Succeeded(job), static_cast<int>(plan_.steps.size()));
  EXPECT_EQ(job.progress().done(), job.progress().total());
}

TEST_F(RunJobTest, JoinsARunOfTheSameRequest) {
  const auto executor = Serve(stages_);
  const auto first = executor->Submit(RunJobRequest(run_, "a"));
  const auto second = executor->Submit(RunJobRequest(run_, "a"));
  ASSERT_THAT(first, IsOk());
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(first->name(), second->name());
  v1::RunMetadata other = run_;
  other.mutable_pipeline()->mutable_steps(0)->mutable_train()->set_steps(3);
  EXPECT_THAT(executor->Submit(RunJobRequest(other, "a")),
              StatusIs(absl::StatusCode::kAlreadyExists));
}

TEST_F(RunJobTest, GoesOnAfterARestartWithTheSameRequestIds) {
  FakeStage hanging;
  hanging.HangOn("profile");
  const StageMap hanging_stages = AllKinds(hanging);
  std::string name;
  {
    const auto executor = Serve(hanging_stages);
    const auto submitted = executor->Submit(RunJobRequest(run_, "a"));
    ASSERT_THAT(submitted, IsOk());
    name = submitted->name();
    WaitFor(*executor, name, [](const job::v1::Job& job) { return Succeeded(job) >= 4; });
  }
  const auto executor = Serve(stages_);
  const job::v1::Job job = WaitForEnd(*executor, name);
  EXPECT_EQ(job.state(), job::v1::JOB_STATE_SUCCEEDED) << job.error().message();
  EXPECT_EQ(job.attempt(), 2);
  EXPECT_THAT(stage_.request_ids(), IsSupersetOf(hanging.request_ids()));
}

TEST_F(RunJobTest, SaysWhichStepFailedAndWhy) {
  stage_.FailOn("activations", absl::InvalidArgumentError("too few tokens"));
  const auto executor = Serve(stages_);
  const auto submitted = executor->Submit(RunJobRequest(run_, ""));
  ASSERT_THAT(submitted, IsOk());
  const job::v1::Job job = WaitForEnd(*executor, submitted->name());
  EXPECT_EQ(job.state(), job::v1::JOB_STATE_FAILED);
  EXPECT_THAT(job.error().message(), HasSubstr("step \"activations\": too few tokens"));
}

TEST_F(RunJobTest, CancelsItsSteps) {
  stage_.HangOn("reference");
  const auto executor = Serve(stages_);
  const auto submitted = executor->Submit(RunJobRequest(run_, ""));
  ASSERT_THAT(submitted, IsOk());
  WaitFor(*executor, submitted->name(),
          [](const job::v1::Job& job) { return job.state() == job::v1::JOB_STATE_RUNNING; });
  ASSERT_THAT(executor->Cancel(submitted->name()), IsOk());
  const job::v1::Job job = WaitForEnd(*executor, submitted->name());
  EXPECT_EQ(job.state(), job::v1::JOB_STATE_CANCELLED);
}

}  // namespace
}  // namespace widthlab::pipeline
