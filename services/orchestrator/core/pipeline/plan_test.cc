#include "services/orchestrator/core/pipeline/plan.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::PipelineStep& Add(v1::Pipeline& pipeline, const std::string& id) {
  v1::PipelineStep& step = *pipeline.add_steps();
  step.set_id(id);
  return step;
}

// train <- capture <- measure, given the wrong way round.
v1::Pipeline Chain() {
  v1::Pipeline pipeline;
  Add(pipeline, "profile").mutable_measure()->set_activations("step:cloud");
  v1::PipelineStep& capture = Add(pipeline, "cloud");
  capture.mutable_capture()->set_model("step:model");
  capture.mutable_capture()->set_text("text-id");
  Add(pipeline, "model").mutable_train()->set_text("text-id");
  return pipeline;
}

auto Refuses(const std::string& field, const std::string& words) {
  return AllOf(FailsOnField(field), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(words)));
}

TEST(PlanTest, OrdersStepsByWhatTheyRead) {
  const auto plan = PlanPipeline(Chain());
  ASSERT_THAT(plan, IsOk());
  std::vector<std::string> ids;
  for (const PlannedStep& step : plan->steps) ids.push_back(step.step.id());
  EXPECT_THAT(ids, ElementsAre("model", "cloud", "profile"));
  EXPECT_THAT(plan->steps[2].depends_on, ElementsAre("cloud"));
}

TEST(PlanTest, WritesDefaultsOut) {
  const auto plan = PlanPipeline(Chain());
  ASSERT_THAT(plan, IsOk());
  EXPECT_EQ(plan->steps[0].step.train().steps(), 200);
  EXPECT_EQ(plan->steps[2].step.measure().hyperbolic_radius(), 0.9);
}

TEST(PlanTest, NamesStepAndFieldThatIsOutOfRange) {
  v1::Pipeline pipeline = Chain();
  pipeline.mutable_steps(0)->mutable_measure()->set_hyperbolic_radius(1.5);
  EXPECT_THAT(PlanPipeline(pipeline),
              Refuses("steps[0].measure.hyperbolic_radius", "step \"profile\""));
}

TEST(PlanTest, RefusesBadAndDoubleIds) {
  v1::Pipeline pipeline = Chain();
  pipeline.mutable_steps(1)->set_id("a b");
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[1].id", "a b"));
  pipeline = Chain();
  pipeline.mutable_steps(2)->set_id("cloud");
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[2].id", "two steps"));
}

TEST(PlanTest, RefusesAStepWithoutSpecAndAnEmptyPipeline) {
  v1::Pipeline pipeline = Chain();
  Add(pipeline, "empty");
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[3].spec", "a step needs"));
  EXPECT_THAT(PlanPipeline(v1::Pipeline()), FailsOnField("steps"));
}

TEST(PlanTest, RefusesAnUnknownStep) {
  v1::Pipeline pipeline = Chain();
  pipeline.mutable_steps(0)->mutable_measure()->set_activations("step:clouds");
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].measure.activations", "no such step"));
}

TEST(PlanTest, RefusesAResultOfTheWrongKind) {
  v1::Pipeline pipeline = Chain();
  pipeline.mutable_steps(0)->mutable_measure()->set_activations("step:model");
  EXPECT_THAT(PlanPipeline(pipeline),
              Refuses("steps[0].measure.activations",
                      "of kind training run, but must be of kind activations"));
}

TEST(PlanTest, RefusesAStepThatDependsOnItself) {
  v1::Pipeline pipeline = Chain();
  pipeline.mutable_steps(2)->mutable_train()->set_schedule("step:model");
  EXPECT_THAT(PlanPipeline(pipeline),
              Refuses("steps[2].train.schedule", "makes step \"model\" depend on itself"));
}

TEST(PlanTest, RefusesACycle) {
  v1::Pipeline pipeline = Chain();
  pipeline.mutable_steps(2)->mutable_train()->set_schedule("step:widths");
  v1::PipelineStep& widths = Add(pipeline, "widths");
  widths.mutable_schedule()->mutable_geometry_guided()->set_profile("step:profile");
  EXPECT_THAT(PlanPipeline(pipeline),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("profile -> cloud -> model -> widths -> profile")));
}

TEST(PlanTest, ChecksAcrossTheFieldsOfASpec) {
  v1::Pipeline pipeline;
  training::v1::TrainSpec& train = *Add(pipeline, "m").mutable_train();
  train.set_text("text-id");
  train.set_batch_size(3);
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].train.batch_size", "multiple of shards"));
  train.set_batch_size(4);
  train.mutable_architecture()->set_heads(3);
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].train.architecture.heads", "divisor"));
  train.mutable_architecture()->set_heads(4);
  train.set_sequence_length(4096);
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].train.sequence_length", "max_positions"));
}

TEST(PlanTest, ChecksTheBoundsOfWidths) {
  v1::Pipeline pipeline;
  schedule::v1::ScheduleSpec& spec = *Add(pipeline, "s").mutable_schedule();
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].schedule.family", "family"));
  spec.mutable_cosine_taper();
  spec.set_floor(513);
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].schedule.floor", "at most 512"));
  spec.set_floor(449);
  spec.set_cap(500);
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].schedule.cap", "at least 512"));
  spec.set_cap(512);
  EXPECT_THAT(PlanPipeline(pipeline), IsOk());
  spec.clear_floor();
  spec.set_quantum(1024);
  EXPECT_THAT(PlanPipeline(pipeline), FailsOnField("steps[0].schedule.quantum"));
}

TEST(PlanTest, WantsARunForEverySeed) {
  v1::Pipeline pipeline;
  v1::CompareSpec& spec = *Add(pipeline, "c").mutable_compare();
  spec.add_arms()->set_name("uniform");
  spec.mutable_arms(0)->add_runs("run-id");
  spec.add_seeds(1);
  spec.add_seeds(2);
  EXPECT_THAT(PlanPipeline(pipeline), Refuses("steps[0].compare.arms[0].runs", "2 seeds"));
}

}  // namespace
}  // namespace widthlab::pipeline
