#include "services/orchestrator/core/pipeline/geometry_guided.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/pipeline/plan.h"

namespace widthlab::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

v1::GeometryGuidedTemplate Template() {
  v1::GeometryGuidedTemplate request;
  request.set_text("t");
  return request;
}

std::map<std::string, v1::PipelineStep> ById(const v1::Pipeline& pipeline) {
  std::map<std::string, v1::PipelineStep> steps;
  for (const v1::PipelineStep& step : pipeline.steps()) steps[step.id()] = step;
  return steps;
}

TEST(GeometryGuidedTest, NamesItsStepsSoThatResultsAreFound) {
  v1::GeometryGuidedTemplate request = Template();
  request.add_arms("uniform");
  request.add_arms("geometry_guided");
  request.add_seeds(7);
  request.add_seeds(8);
  const auto pipeline = ExpandGeometryGuided(request);
  ASSERT_THAT(pipeline, IsOk());
  std::vector<std::string> ids;
  for (const v1::PipelineStep& step : pipeline->steps()) ids.push_back(step.id());
  EXPECT_THAT(ids,
              ElementsAre("reference", "activations", "profile", "schedule/uniform",
                          "schedule/geometry_guided", "train/uniform/7", "train/geometry_guided/7",
                          "train/uniform/8", "train/geometry_guided/8", "comparison", "report"));
}

TEST(GeometryGuidedTest, HasFourArmsAndThreeSeedsByDefault) {
  const auto pipeline = ExpandGeometryGuided(Template());
  ASSERT_THAT(pipeline, IsOk());
  EXPECT_EQ(pipeline->steps_size(), 3 + 4 + 12 + 2);
  EXPECT_THAT(PlanPipeline(*pipeline), IsOk());
}

TEST(GeometryGuidedTest, LinksEveryStepToWhatItReads) {
  const auto pipeline = ExpandGeometryGuided(Template());
  ASSERT_THAT(pipeline, IsOk());
  const auto plan = PlanPipeline(*pipeline);
  ASSERT_THAT(plan, IsOk());
  std::map<std::string, std::vector<std::string>> depends_on;
  for (const PlannedStep& step : plan->steps) depends_on[step.step.id()] = step.depends_on;
  EXPECT_THAT(depends_on["reference"], ElementsAre());
  EXPECT_THAT(depends_on["activations"], ElementsAre("reference"));
  EXPECT_THAT(depends_on["profile"], ElementsAre("activations"));
  EXPECT_THAT(depends_on["schedule/cosine_taper"], ElementsAre());
  EXPECT_THAT(depends_on["schedule/inverse_work"], ElementsAre("profile"));
  EXPECT_THAT(depends_on["train/inverse_work/2"], ElementsAre("schedule/inverse_work"));
  EXPECT_THAT(depends_on["train/uniform/2"], ElementsAre());
  EXPECT_EQ(depends_on["comparison"].size(), 4u + 12u);
  EXPECT_THAT(depends_on["report"],
              UnorderedElementsAre("comparison", "profile", "activations", "reference"));
}

TEST(GeometryGuidedTest, TrainsEveryArmWithTheSameOptions) {
  v1::GeometryGuidedTemplate request = Template();
  request.mutable_train()->set_steps(17);
  request.mutable_architecture()->set_layers(3);
  request.set_quantum(16);
  request.set_floor(32);
  request.mutable_geometry_guided()->set_window(5);
  const auto pipeline = ExpandGeometryGuided(request);
  ASSERT_THAT(pipeline, IsOk());
  const auto steps = ById(*pipeline);
  for (const char* id : {"reference", "train/uniform/1", "train/inverse_work/3"}) {
    EXPECT_EQ(steps.at(id).train().steps(), 17) << id;
    EXPECT_EQ(steps.at(id).train().architecture().layers(), 3) << id;
    EXPECT_EQ(steps.at(id).train().text(), "t") << id;
  }
  EXPECT_EQ(steps.at("train/inverse_work/3").train().seed(), 3u);
  const schedule::v1::ScheduleSpec& inverse = steps.at("schedule/inverse_work").schedule();
  EXPECT_EQ(inverse.quantum(), 16);
  EXPECT_EQ(inverse.floor(), 32);
  EXPECT_FALSE(inverse.has_cap());
  EXPECT_EQ(inverse.inverse_work().window(), 5);
  EXPECT_EQ(inverse.inverse_work().profile(), "step:profile");
}

TEST(GeometryGuidedTest, AsksForTheReferenceAgainWhereABaselineRunHasItsSeed) {
  v1::GeometryGuidedTemplate request = Template();
  request.set_reference_seed(2);
  const auto pipeline = ExpandGeometryGuided(request);
  ASSERT_THAT(pipeline, IsOk());
  const auto steps = ById(*pipeline);
  EXPECT_EQ(steps.at("reference").train().SerializeAsString(),
            steps.at("train/uniform/2").train().SerializeAsString());
  EXPECT_EQ(steps.at("activations").capture().seed(), 2u);
}

TEST(GeometryGuidedTest, NamesTheFieldOfTheTemplateThatIsOutOfRange) {
  v1::GeometryGuidedTemplate request = Template();
  request.mutable_train()->set_steps(-1);
  EXPECT_THAT(ExpandGeometryGuided(request), FailsOnField("train.steps"));
  request = Template();
  request.add_seeds(4);
  request.add_seeds(4);
  EXPECT_THAT(ExpandGeometryGuided(request), FailsOnField("seeds[1]"));
  request = Template();
  request.mutable_architecture()->set_ffn_width(-512);
  EXPECT_THAT(ExpandGeometryGuided(request), FailsOnField("architecture.ffn_width"));
  request = Template();
  request.add_arms("hourglass");
  EXPECT_THAT(ExpandGeometryGuided(request), FailsOnField("arms[0]"));
}

TEST(GeometryGuidedTest, NeedsAText) {
  EXPECT_THAT(ExpandGeometryGuided(v1::GeometryGuidedTemplate()), FailsOnField("text"));
}

TEST(GeometryGuidedTest, RefusesWhatItFillsInItself) {
  v1::GeometryGuidedTemplate request = Template();
  request.mutable_train()->set_seed(3);
  const auto pipeline = ExpandGeometryGuided(request);
  EXPECT_THAT(pipeline, FailsOnField("train.seed"));
  EXPECT_THAT(pipeline, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("set seeds")));
}

TEST(GeometryGuidedTest, NamesFieldsOfStepsAsTheTemplateHasThem) {
  const std::pair<const char*, const char*> cases[] = {
      {"steps[0].train.text", "text"},
      {"steps[1].capture.text", "text"},
      {"steps[4].schedule.floor", "floor"},
      {"steps[12].schedule.architecture.heads", "architecture.heads"},
      {"steps[5].schedule.inverse_work.window", "geometry_guided.window"},
      {"steps[0].train.batch_size", "train.batch_size"},
      {"seeds[1]", "seeds[1]"},
  };
  for (const auto& [step, in_template] : cases) {
    EXPECT_THAT(AboutGeometryGuided(InvalidField(step, "1", "2")), FailsOnField(in_template));
  }
}

TEST(GeometryGuidedTest, RefusesAFloorAboveTheBudgetBeforeAnythingRuns) {
  v1::GeometryGuidedTemplate request = Template();
  request.set_floor(600);
  const auto pipeline = ExpandGeometryGuided(request);
  ASSERT_THAT(pipeline, IsOk());
  EXPECT_THAT(PlanPipeline(*pipeline),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("floor is 600")));
}

}  // namespace
}  // namespace widthlab::pipeline
