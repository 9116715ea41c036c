#include "services/orchestrator/core/pipeline/dry_run.h"

#include <string>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/pipeline/fake_stage.h"
#include "services/orchestrator/core/pipeline/geometry_guided.h"
#include "services/orchestrator/core/pipeline/run_status.h"

namespace widthlab::pipeline {
namespace {

class DryRunTest : public testing::Test {
 protected:
  static v1::Pipeline Expanded() {
    v1::GeometryGuidedTemplate request;
    request.set_text("t");
    return *ExpandGeometryGuided(request);
  }

  const v1::StepStatus& Step(const std::string& id) {
    for (const v1::StepStatus& step : metadata_.steps()) {
      if (step.id() == id) return step;
    }
    ADD_FAILURE() << id;
    return metadata_.steps(0);
  }

  const v1::Pipeline pipeline_ = Expanded();
  const Plan plan_ = *PlanPipeline(pipeline_);
  FakeStage stage_;
  v1::RunMetadata metadata_ = DescribePlan(plan_, "geometry_guided", pipeline_);
};

TEST_F(DryRunTest, EstimatesWhatItCanBeforeAnythingIsMade) {
  ASSERT_THAT(DescribeSteps(plan_, AllKinds(stage_), metadata_), IsOk());
  EXPECT_TRUE(Step("reference").has_estimate());
  EXPECT_TRUE(Step("train/geometry_guided/1").has_estimate());
  EXPECT_FALSE(Step("activations").has_estimate());
  EXPECT_FALSE(Step("reference").cached());
  EXPECT_EQ(Step("reference").state(), job::v1::JOB_STATE_UNSPECIFIED);
}

TEST_F(DryRunTest, FollowsCacheHitsDownTheGraph) {
  stage_.CacheAll();
  ASSERT_THAT(DescribeSteps(plan_, AllKinds(stage_), metadata_), IsOk());
  for (const v1::StepStatus& step : metadata_.steps()) EXPECT_TRUE(step.cached()) << step.id();
}

TEST_F(DryRunTest, NeverTakesAUniformRunForOneOfASchedule) {
  job::CancelToken cancel;
  v1::PipelineStep uniform;
  for (const PlannedStep& planned : plan_.steps) {
    if (planned.step.id() == "train/uniform/1") uniform = planned.step;
  }
  ASSERT_THAT(stage_.Run({.step = uniform, .cancel = cancel}), IsOk());
  ASSERT_THAT(DescribeSteps(plan_, AllKinds(stage_), metadata_), IsOk());
  EXPECT_TRUE(Step("train/uniform/1").cached());
  EXPECT_FALSE(Step("train/geometry_guided/1").cached());
}

TEST_F(DryRunTest, NamesTheStepThatAServiceRefuses) {
  stage_.FailOn("reference", InvalidField("validation_tokens", "9", "at least 10"));
  EXPECT_THAT(DescribeSteps(plan_, AllKinds(stage_), metadata_),
              FailsOnField("steps[0].train.validation_tokens"));
  EXPECT_THAT(CheckWithStages(plan_, AllKinds(stage_)),
              FailsOnField("steps[0].train.validation_tokens"));
}

TEST_F(DryRunTest, AServiceThatIsAwayNowDoesNotKeepARunFromStarting) {
  stage_.FailOn("reference", absl::UnavailableError("away"));
  EXPECT_THAT(CheckWithStages(plan_, AllKinds(stage_)), IsOk());
  EXPECT_THAT(DescribeSteps(plan_, AllKinds(stage_), metadata_),
              StatusIs(absl::StatusCode::kUnavailable));
}

}  // namespace
}  // namespace widthlab::pipeline
