#include "services/orchestrator/core/pipeline/profile_model.h"

#include <map>
#include <string>
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
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

v1::ProfileModelTemplate Template() {
  v1::ProfileModelTemplate request;
  request.set_text("t");
  request.add_models("/models/small");
  return request;
}

// "/models/small" is uniform, "/models/tapered" not, "/models/bare" has no FFN; no other is there.
absl::StatusOr<KnownModel> Find(const std::string& name) {
  model::v1::Architecture shape;
  shape.set_layers(4);
  shape.set_hidden_size(48);
  shape.set_heads(4);
  shape.set_ffn_width(128);
  shape.set_max_positions(64);
  if (name == "/models/tapered") {
    for (const int width : {200, 120, 80, 60}) shape.add_ffn_widths(width);
    shape.set_max_positions(4096);
  } else if (name == "/models/bare") {
    for (int l = 0; l < 4; ++l) shape.add_ffn_widths(0);
  } else if (name != "/models/small") {
    return NotFound("PATH_NOT_FOUND", "model", "there is nothing");
  }
  return KnownModel{.id = "id-of" + name, .architecture = shape};
}

absl::StatusOr<v1::Pipeline> Expand(const v1::ProfileModelTemplate& request) {
  return ExpandProfileModel(request, Find);
}

std::map<std::string, v1::PipelineStep> ById(const v1::Pipeline& pipeline) {
  std::map<std::string, v1::PipelineStep> steps;
  for (const v1::PipelineStep& step : pipeline.steps()) steps[step.id()] = step;
  return steps;
}

TEST(ProfileModelTest, NamesItsStepsSoThatResultsAreFound) {
  const auto pipeline = Expand(Template());
  ASSERT_THAT(pipeline, IsOk());
  std::vector<std::string> ids;
  for (const v1::PipelineStep& step : pipeline->steps()) ids.push_back(step.id());
  EXPECT_THAT(ids, ElementsAre("activations", "sensitivity", "diagnostics", "profile",
                               "correlations", "schedule/uniform", "schedule/geometry_guided",
                               "schedule/work_and_sensitivity", "schedule/sensitivity_only",
                               "schedule/inverse_work", "report"));
  EXPECT_THAT(PlanPipeline(*pipeline), IsOk());
}

TEST(ProfileModelTest, LinksEveryStepToWhatItReads) {
  const auto pipeline = Expand(Template());
  ASSERT_THAT(pipeline, IsOk());
  const auto plan = PlanPipeline(*pipeline);
  ASSERT_THAT(plan, IsOk());
  std::map<std::string, std::vector<std::string>> depends_on;
  for (const PlannedStep& step : plan->steps) depends_on[step.step.id()] = step.depends_on;
  EXPECT_THAT(depends_on["activations"], IsEmpty());
  EXPECT_THAT(depends_on["sensitivity"], IsEmpty());
  EXPECT_THAT(depends_on["profile"], ElementsAre("activations"));
  EXPECT_THAT(depends_on["schedule/uniform"], IsEmpty());
  EXPECT_THAT(depends_on["schedule/geometry_guided"], ElementsAre("profile"));
  EXPECT_THAT(depends_on["schedule/work_and_sensitivity"],
              UnorderedElementsAre("profile", "sensitivity"));
  EXPECT_THAT(depends_on["schedule/sensitivity_only"], ElementsAre("sensitivity"));
  EXPECT_THAT(depends_on["correlations"],
              UnorderedElementsAre("profile", "sensitivity", "activations"));
  EXPECT_THAT(depends_on["diagnostics"], IsEmpty());
  EXPECT_EQ(depends_on["report"].size(), 5u + 5u);
}

TEST(ProfileModelTest, ReadsNoLongerSequencesThanTheModelHasPositions) {
  v1::ProfileModelTemplate request = Template();
  auto steps = ById(*Expand(request));
  EXPECT_EQ(steps["activations"].capture().model(), "id-of/models/small");
  EXPECT_EQ(steps["activations"].capture().sequence_length(), 64);
  EXPECT_EQ(steps["activations"].capture().subsamples(), 8);
  EXPECT_EQ(steps["sensitivity"].sensitivity().sequence_length(), 64);
  request.set_models(0, "/models/tapered");
  EXPECT_EQ(ById(*Expand(request))["activations"].capture().sequence_length(), 512);
  request.mutable_capture()->set_sequence_length(16);
  steps = ById(*Expand(request));
  EXPECT_EQ(steps["activations"].capture().sequence_length(), 16);
  EXPECT_EQ(steps["sensitivity"].sensitivity().sequence_length(), 256);
  EXPECT_EQ(steps["sensitivity"].sensitivity().draws(), 1);
  EXPECT_EQ(steps["diagnostics"].diagnose().sequence_length(), 128);
  EXPECT_EQ(steps["diagnostics"].diagnose().batches(), 4);
  EXPECT_THAT(steps["diagnostics"].diagnose().epsilons(), ElementsAre(0.1, 0.3));
}

TEST(ProfileModelTest, SolvesAtTheModelsOwnBudget) {
  v1::ProfileModelTemplate request = Template();
  request.mutable_geometry_guided()->set_window(5);
  request.set_floor(32);
  auto steps = ById(*Expand(request));
  const schedule::v1::ScheduleSpec& guided = steps["schedule/inverse_work"].schedule();
  EXPECT_EQ(guided.architecture().ffn_width(), 128);
  EXPECT_EQ(guided.quantum(), 16);
  EXPECT_EQ(guided.floor(), 32);
  EXPECT_EQ(guided.inverse_work().window(), 5);
  EXPECT_FALSE(steps["schedule/uniform"].schedule().has_floor());
  EXPECT_FALSE(steps["schedule/uniform"].may_fail());
  EXPECT_TRUE(steps["schedule/inverse_work"].may_fail());
}

TEST(ProfileModelTest, KeepsTheWidthsOfAModelWhoseLayersDiffer) {
  v1::ProfileModelTemplate request = Template();
  request.set_models(0, "/models/tapered");
  auto steps = ById(*Expand(request));
  EXPECT_EQ(steps.count("schedule/uniform"), 0u);
  EXPECT_THAT(steps["schedule/own"].schedule().explicit_().ffn_widths(),
              ElementsAre(200, 120, 80, 60));
  // 460 / 4; nothing but 1 divides 115 into eight parts or more.
  EXPECT_EQ(steps["schedule/geometry_guided"].schedule().architecture().ffn_width(), 115);
  EXPECT_THAT(steps["schedule/geometry_guided"].schedule().architecture().ffn_widths(), IsEmpty());
  EXPECT_EQ(steps["schedule/geometry_guided"].schedule().quantum(), 1);
}

TEST(ProfileModelTest, QuantaAreThoseOfAHandCount) {
  EXPECT_EQ(QuantumFor(1536), 64);
  EXPECT_EQ(QuantumFor(512), 64);
  EXPECT_EQ(QuantumFor(448), 32);  // 7 parts of 64
  EXPECT_EQ(QuantumFor(136), 8);
  EXPECT_EQ(QuantumFor(8), 1);
  EXPECT_EQ(QuantumFor(3), 1);
}

TEST(ProfileModelTest, SeveralModelsEndInOnePage) {
  v1::ProfileModelTemplate request = Template();
  request.add_models("/models/tapered");
  const auto pipeline = Expand(request);
  ASSERT_THAT(pipeline, IsOk());
  ASSERT_THAT(PlanPipeline(*pipeline), IsOk());
  const auto steps = ById(*pipeline);
  EXPECT_EQ(steps.at("model1/activations").capture().model(), "id-of/models/small");
  EXPECT_EQ(steps.at("model2/profile").measure().activations(), "step:model2/activations");
  EXPECT_EQ(steps.at("model2/report").report().schedules(0), "step:model2/schedule/own");
  EXPECT_EQ(steps.at("report").report().correlations(), "step:correlations");
  EXPECT_EQ(steps.at("report").report().profile(), "");
  const v1::CorrelateSpec& both = steps.at("correlations").correlate();
  ASSERT_EQ(both.models_size(), 2);
  EXPECT_EQ(both.models(0).name(), "small");
  EXPECT_EQ(both.models(1).name(), "tapered");
  EXPECT_EQ(both.models(1).profile(), "step:model2/profile");
}

TEST(ProfileModelTest, NamesTheFieldThatIsWrong) {
  v1::ProfileModelTemplate request = Template();
  request.add_models("/models/none");
  EXPECT_THAT(Expand(request), FailsOnField("models[1]"));
  request.set_models(1, "/models/bare");
  EXPECT_THAT(Expand(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("models[1] has no FFN")));
  request.set_models(1, request.models(0));
  EXPECT_THAT(Expand(request), FailsOnField("models[1]"));
  request = Template();
  request.clear_models();
  EXPECT_THAT(Expand(request), FailsOnField("models"));
  request = Template();
  request.clear_text();
  EXPECT_THAT(Expand(request), FailsOnField("text"));
  request = Template();
  request.mutable_sensitivity()->set_epsilon(-1);
  EXPECT_THAT(Expand(request), FailsOnField("sensitivity.epsilon"));
  request = Template();
  request.add_schedules("hourglass");
  EXPECT_THAT(Expand(request), FailsOnField("schedules[0]"));
  request = Template();
  request.mutable_capture()->set_model("m");
  EXPECT_THAT(Expand(request), FailsOnField("capture.model"));
  EXPECT_THAT(AboutProfileModel(InvalidField("steps[3].schedule.floor", "1", "2")),
              FailsOnField("floor"));
}

}  // namespace
}  // namespace widthlab::pipeline
