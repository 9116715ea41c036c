#include "services/orchestrator/core/pipeline/run_plan.h"

#include <chrono>
#include <string>
#include <thread>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/pipeline/fake_stage.h"
#include "services/orchestrator/core/pipeline/geometry_guided.h"

namespace widthlab::pipeline {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Lt;
using ::testing::Not;

class RunPlanTest : public testing::Test {
 protected:
  static v1::Pipeline Expanded() {
    v1::GeometryGuidedTemplate request;
    request.set_text("t");
    request.set_reference_seed(1);
    return *ExpandGeometryGuided(request);
  }

  absl::StatusOr<v1::RunResult> Run(int parallel = 8) {
    return RunPlan(plan_, AllKinds(stage_), {.run_id = "run", .parallel_steps = parallel}, status_,
                   cancel_);
  }

  const v1::StepStatus& Step(const std::string& id) {
    metadata_ = status_.metadata();
    for (const v1::StepStatus& step : metadata_.steps()) {
      if (step.id() == id) return step;
    }
    ADD_FAILURE() << id;
    return metadata_.steps(0);
  }

  const v1::Pipeline pipeline_ = Expanded();
  const Plan plan_ = *PlanPipeline(pipeline_);
  FakeStage stage_;
  job::CancelToken cancel_;
  RunStatus status_{DescribePlan(plan_, "geometry_guided", pipeline_), nullptr};
  v1::RunMetadata metadata_;
};

TEST_F(RunPlanTest, RunsEveryStepOnce) {
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->artifacts_size(), pipeline_.steps_size());
  EXPECT_EQ(stage_.finished().size(), static_cast<size_t>(pipeline_.steps_size()));
  EXPECT_EQ(stage_.finished().back(), "report");
  EXPECT_EQ(Step("report").state(), job::v1::JOB_STATE_SUCCEEDED);
  EXPECT_EQ(Step("report").artifact(), result->artifacts().at("report"));
}

TEST_F(RunPlanTest, RunsIndependentStepsTogetherButNoMoreThanAllowed) {
  ASSERT_THAT(Run(3), IsOk());
  EXPECT_EQ(stage_.most_at_once(), 3);
}

TEST_F(RunPlanTest, GoesOnWithoutAStepThatMayFail) {
  v1::Pipeline pipeline;
  for (const char* id : {"good", "bad"}) {
    v1::PipelineStep& step = *pipeline.add_steps();
    step.set_id(id);
    step.mutable_schedule()->mutable_cosine_taper()->set_start(step.id() == "bad" ? 2 : 1);
    step.set_may_fail(step.id() == "bad");
  }
  v1::PipelineStep& turned = *pipeline.add_steps();
  turned.set_id("turned");
  turned.mutable_schedule()->mutable_reversed()->set_base("schedule");
  turned.mutable_schedule()->mutable_reversed()->set_schedule("step:bad");
  turned.set_may_fail(true);
  v1::PipelineStep& report = *pipeline.add_steps();
  report.set_id("report");
  report.mutable_report()->set_profile("p");
  for (const char* id : {"step:bad", "step:good", "step:turned"}) {
    report.mutable_report()->add_schedules(id);
  }
  const auto plan = PlanPipeline(pipeline);
  ASSERT_THAT(plan, IsOk());
  stage_.FailOn("bad", InvalidField("start", "2", "less"));
  RunStatus status(DescribePlan(*plan, "steps", pipeline), nullptr);
  const auto result = RunPlan(*plan, AllKinds(stage_), {.run_id = "run"}, status, cancel_);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->artifacts_size(), 2);
  EXPECT_EQ(result->artifacts().count("report"), 1u);
  const v1::RunMetadata metadata = status.metadata();
  EXPECT_EQ(metadata.steps(1).state(), job::v1::JOB_STATE_FAILED);
  EXPECT_THAT(metadata.steps(1).problem(), HasSubstr("start is 2"));
  EXPECT_THAT(metadata.steps(2).problem(), HasSubstr("the result of \"bad\", which failed"));
}

TEST_F(RunPlanTest, NeverMakesTheSameTwice) {
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->artifacts().at("reference"), result->artifacts().at("train/uniform/1"));
  EXPECT_TRUE(Step("reference").cached() != Step("train/uniform/1").cached());
}

TEST_F(RunPlanTest, GivesEveryStepARequestIdThatARestartGivesAgain) {
  ASSERT_THAT(Run(), IsOk());
  EXPECT_THAT(stage_.request_ids(), Contains(StepRequestId("run", "train/uniform/2")));
  const auto again = Run();
  ASSERT_THAT(again, IsOk());
  EXPECT_TRUE(Step("profile").cached());
}

TEST_F(RunPlanTest, AFailureStopsTheOthersAndNamesItsStep) {
  stage_.FailOn("profile", InvalidField("activations", "x", "a cloud"));
  stage_.HangOn("train/uniform/2");
  const auto result = Run();
  EXPECT_THAT(result, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("step \"profile\"")));
  EXPECT_THAT(result, FailsOnField("activations"));
  EXPECT_EQ(Step("profile").state(), job::v1::JOB_STATE_FAILED);
  EXPECT_EQ(Step("train/uniform/2").state(), job::v1::JOB_STATE_CANCELLED);
  EXPECT_EQ(Step("report").state(), job::v1::JOB_STATE_CANCELLED);
  EXPECT_THAT(stage_.finished(), Not(Contains("schedule/geometry_guided")));
}

TEST_F(RunPlanTest, CancelsWithinASecond) {
  stage_.HangOn("reference");
  std::thread canceller([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancel_.Cancel();
  });
  const auto start = std::chrono::steady_clock::now();
  const auto result = Run();
  canceller.join();
  EXPECT_THAT(result, StatusIs(absl::StatusCode::kCancelled));
  EXPECT_THAT(std::chrono::steady_clock::now() - start, Lt(std::chrono::seconds(1)));
  EXPECT_EQ(Step("reference").state(), job::v1::JOB_STATE_CANCELLED);
  EXPECT_EQ(Step("profile").state(), job::v1::JOB_STATE_CANCELLED);
}

TEST_F(RunPlanTest, ShowsTheJobOfAStepWhileItRuns) {
  ASSERT_THAT(Run(), IsOk());
  EXPECT_EQ(Step("activations").job(), "jobs/fake-activations");
}

TEST_F(RunPlanTest, SaysWhichKindOfStepNobodyRuns) {
  StageMap stages = AllKinds(stage_);
  stages.erase(v1::PipelineStep::kMeasure);
  EXPECT_THAT(RunPlan(plan_, stages, {.run_id = "run"}, status_, cancel_),
              StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("measure")));
}

}  // namespace
}  // namespace widthlab::pipeline
